FROM python:3.11-slim-bookworm AS build
ENV UV_COMPILE_BYTECODE=1 \
    UV_LINK_MODE=copy \
    UV_NO_CACHE=1 \
    UV_PYTHON_DOWNLOADS=never
WORKDIR /source

# The dependencies first: they change less often than the code, so their layer is kept.
COPY requirements/ requirements/
RUN pip install --no-cache-dir --only-binary :all: --require-hashes --requirement requirements/uv.txt \
    && uv venv --no-python-downloads /build \
    && uv pip install --python /build --no-build --require-hashes --requirement requirements/build.txt \
    && uv venv --no-python-downloads /opt/fairdeal \
    && uv pip install --python /opt/fairdeal --no-build --require-hashes --requirement requirements/run.txt

COPY . .
RUN uv build --python /build --no-build-isolation --wheel --out-dir /wheels \
    && uv pip install --python /opt/fairdeal --no-deps --no-index /wheels/*.whl


FROM python:3.11-slim-bookworm
# Only the service's user may enter the folder of the database, the keys and the anchor.
RUN install --directory --mode=0700 --owner=10001 --group=10001 /data
COPY --from=build /opt/fairdeal /opt/fairdeal
ENV PATH=/opt/fairdeal/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    FAIRDEAL_BIND=0.0.0.0:8000 \
    FAIRDEAL_DATA=/data
WORKDIR /data
VOLUME /data
# A number, so that an orchestrator can tell that it is not root.
USER 10001:10001
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
    CMD ["fairdeal", "health"]
ENTRYPOINT ["fairdeal"]
CMD ["serve"]

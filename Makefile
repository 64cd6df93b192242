# Everything on a machine with Python 3.11, git and make: `make run` serves, `make test` and `make lint` judge.
.DEFAULT_GOAL := help
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:

PYTHON ?= $(or $(shell command -v python3.11),$(shell command -v python3))
VENV := .venv
BIN := $(VENV)/bin
STAMPS := $(VENV)/stamps
PIP := $(BIN)/python -m pip install --quiet --no-input --disable-pip-version-check
# What to test, and how: `make test TESTS=tests/engine PYTEST_FLAGS=-x`.
TESTS ?=
PYTEST_FLAGS ?=
# How many processes test at once: one a core, and not more than this machine's databases and browsers bear.
JOBS ?= auto
PYTEST = python -m pytest --numprocesses $(JOBS) --maxprocesses 8 --dist worksteal
FAST = not (postgresql or browser or wheel or golang or slow or faults or differential)
# npm's packages: what judges the pages, and what judges openapi.yaml.
AXE = tests/service/pages/npm/node_modules/.stamp
REDOCLY = .ci/npm/node_modules/.stamp
# The tools in the environment come first; so does its Node.js on a machine that has none.
export PATH := $(CURDIR)/$(BIN):$(PATH)

.PHONY: help
help: ## Show the targets.
	@sed -nE 's/^([a-z-]+):.*## (.*)/\1\t\2/p' Makefile | expand -t 16

.PHONY: run
run: $(STAMPS)/run ## Install and serve on 127.0.0.1:8000 (FAIRDEAL_* settings pass through).
	exec fairdeal serve

.PHONY: test
test: $(STAMPS)/dev $(AXE) chromium golang ## Run every test but for `pages`, bringing what they need.
	$(PYTEST) -m "not pages" $(PYTEST_FLAGS) $(TESTS)

.PHONY: test-fast
test-fast: $(STAMPS)/dev $(STAMPS)/node ## Run what is quick and needs no PostgreSQL, browser, wheel or Go: under two minutes.
	$(PYTEST) -m "$(FAST)" $(PYTEST_FLAGS) $(TESTS)

.PHONY: pages
pages: $(STAMPS)/dev $(AXE) chromium ## Open every page in a browser; `test` plays one game there.
	$(PYTEST) -m pages $(PYTEST_FLAGS) $(TESTS)

.PHONY: image
image: $(BIN)/python ## Build the image without a Docker daemon, and run it: it must serve, be healthy and stop.
	.ci/image

.PHONY: faults
faults: $(STAMPS)/dev ## Kill the service 30 times under load, and look for what was lost.
	FAULT_ROUNDS=$${FAULT_ROUNDS:-30} $(PYTEST) -m faults $(PYTEST_FLAGS) $(TESTS)

.PHONY: differential
differential: $(STAMPS)/dev ## Play a million hands beside OpenSpiel, and 20,000 of each ruleset beside a naive reading.
	DIFFERENTIAL_GAMES=$${DIFFERENTIAL_GAMES:-20000} $(PYTEST) -m differential $(PYTEST_FLAGS) $(TESTS)

.PHONY: bench
bench: $(STAMPS)/dev ## Measure against the targets; each figure is a ratio within one run.
	python -m bench

.PHONY: lint
lint: $(STAMPS)/dev $(REDOCLY) ## Judge style, types, layers, the Dockerfile and openapi.yaml.
	ruff check .
	ruff format --check .
	mypy
	mypy tests
	lint-imports --no-logo
	hadolint Dockerfile
	.ci/tracked-files
	$(OPENAPI) | diff --unified openapi.yaml - || { echo "openapi.yaml is not what the code says: run 'make openapi'" >&2; exit 1; }
	REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true .ci/npm/node_modules/.bin/redocly lint openapi.yaml

OPENAPI = python -m fairdeal.service.api.openapi
.PHONY: openapi
openapi: $(STAMPS)/dev ## Write openapi.yaml from the code.
	$(OPENAPI) > openapi.yaml.new
	mv openapi.yaml.new openapi.yaml

.PHONY: format
format: $(STAMPS)/dev ## Let ruff write the code its way.
	ruff check --fix-only .
	ruff format .

.PHONY: clean
clean: ## Remove the environment and everything that was built (never ./data).
	rm -rf $(VENV) .ci/npm/node_modules tests/service/pages/npm/node_modules build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis .schemathesis .import_linter_cache

# --- What the targets stand on ---

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "no python3 on this machine: Python 3.11 or newer is needed" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "$(PYTHON) is older than Python 3.11" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)

# Each stamp installs the exact versions, checks their hashes, then puts the package itself beside them, editable.
$(STAMPS)/run: requirements/run.txt requirements/build.txt pyproject.toml | $(BIN)/python
	$(PIP) --require-hashes -r requirements/run.txt -r requirements/build.txt
	$(PIP) --no-deps --no-build-isolation --editable .
	@mkdir -p $(@D) && touch $@

$(STAMPS)/dev: requirements/dev.txt pyproject.toml | $(BIN)/python
	$(PIP) --require-hashes -r requirements/dev.txt
	$(PIP) --no-deps --no-build-isolation --editable .
	@mkdir -p $(@D) && touch $@

$(STAMPS)/node: requirements/node.txt | $(BIN)/python
	@command -v npm >/dev/null || $(PIP) --require-hashes -r requirements/node.txt
	@mkdir -p $(@D) && touch $@

# npm's packages, a folder for each that has nothing to do with the others.
%/node_modules/.stamp: %/package.json %/package-lock.json .npmrc $(STAMPS)/node
	cd $* && npm ci --no-audit --no-fund
	@touch $@

.PHONY: chromium
chromium:
	@test -x /usr/bin/chromium || { \
	  command -v apt-get >/dev/null || { echo "the browser tests need /usr/bin/chromium, and there is no apt-get to bring it" >&2; exit 1; }; \
	  apt-get update -q && apt-get install -qy --no-install-recommends chromium; }

# Strangers' code that reads our logs: Go, and the library of its checksum database.
.PHONY: golang
golang:
	@{ command -v go && test -d /usr/share/gocode/src/golang.org/x/mod/sumdb; } >/dev/null || { \
	  command -v apt-get >/dev/null || { echo "the tests of the logs need Go and its x/mod, and there is no apt-get to bring them" >&2; exit 1; }; \
	  apt-get update -q && apt-get install -qy --no-install-recommends golang-go golang-golang-x-mod-dev; }

# --- Requirement files ---

# `make requirements UPGRADE=--upgrade` moves every pin to the newest version that pyproject.toml admits.
UPGRADE ?=
COMPILE = uv pip compile --quiet --universal --generate-hashes --no-header --python-version 3.11 $(UPGRADE)

$(STAMPS)/uv: requirements/uv.txt | $(BIN)/python
	$(PIP) --require-hashes -r $<
	@mkdir -p $(@D) && touch $@

.PHONY: requirements
requirements: $(STAMPS)/uv ## Pin pyproject.toml's dependencies, with hashes, in requirements/.
	$(COMPILE) pyproject.toml -o requirements/run.txt
	$(COMPILE) pyproject.toml -c requirements/run.txt --group build --group test --group lint -o requirements/dev.txt
	$(COMPILE) -c requirements/dev.txt --group build -o requirements/build.txt
	$(COMPILE) --group node -o requirements/node.txt
	$(COMPILE) --group uv -o requirements/uv.txt

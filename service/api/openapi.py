"""Prints the API's description: ``python -m fairdeal.service.api.openapi > openapi.yaml``."""

import sys

from fairdeal.service.api.app import create_app
from fairdeal.service.http.description import text


def main() -> None:
    """Write the description, as YAML, to standard output."""
    sys.stdout.write(text(create_app()))


if __name__ == "__main__":
    main()

"""Prints the API's description: ``python -m service.api.openapi > openapi.yaml``."""

import sys

from service.api.app import create_app
from service.api.description import text


def main() -> None:
    sys.stdout.write(text(create_app().extensions["fairdeal.description"]))


if __name__ == "__main__":
    main()

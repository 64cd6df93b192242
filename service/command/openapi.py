"""``fairdeal openapi``: print the API's description."""

import click

from fairdeal.service.api.openapi import main


@click.command()
def openapi() -> None:
    """Print the API's description (OpenAPI 3.1, YAML), generated from the code."""
    main()

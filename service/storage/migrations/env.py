"""Alembic's entry: runs the migrations on the connection that it is given (see ``fairdeal.service.storage.migrating``)."""

from alembic import context

from fairdeal.service.storage.schema import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA, compare_type=True)
with context.begin_transaction():
    context.run_migrations()

"""Rotating the encryption key: every stored secret is encrypted anew, while the service goes on.

First the new key is on disk, then the store is told to use it; from there on no new secret is sealed under an old key (see
``batches``). Then the rows follow, and only when none needs an old key is it dropped. Interrupted at any point, the store
stays readable, and the next rotation finishes the work.
"""

from collections.abc import Callable
from functools import partial
from typing import Final

from fairdeal.service.keys.key_file import KeyFile
from fairdeal.service.storage import numbers, secrets_at_rest
from fairdeal.service.storage.database import Database

AT_ONCE: Final = 500


def rotate(database: Database, keys: KeyFile, progress: Callable[[int], None] = lambda _: None) -> int:
    """Encrypt every secret under a new key and drop the old ones; the number of secrets.

    ``progress`` is told how many there were, after each batch.
    """
    old = keys.key_ids
    new = keys.add_key()
    database.write(lambda conn: numbers.use_key(conn, new))
    done = 0
    last = 0
    while True:
        batch = database.read(partial(secrets_at_rest.not_under, key_id=new, after=last, limit=AT_ONCE))
        if not batch:
            break
        last = batch[-1].number
        anew = [
            keys.encrypt_secret(row.number, new, keys.decrypt_secret(row.number, row.key_id, row.secret))
            for row in batch
        ]
        database.write(partial(secrets_at_rest.replace, batch=batch, key_id=new, sealed=anew))
        done += len(batch)
        progress(done)
    # Another rotation may have run at the same time: what any row still names is kept.
    keys.drop_keys(old - database.read(secrets_at_rest.key_ids))
    return done

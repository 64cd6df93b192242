"""Merkle trees by the letter of RFC 6962, section 2.1: its recursive definitions, over a list of entries."""

import hashlib
from functools import cache

ENTRIES = [b"entry %d" % at for at in range(600)]


def sha256(data):
    return hashlib.sha256(data).digest()


def split(count):
    """The largest power of two smaller than ``count``."""
    power = 1
    while power * 2 < count:
        power *= 2
    return power


@cache
def mth(start, end):
    """MTH(D[start:end])."""
    if start == end:
        return sha256(b"")
    if end - start == 1:
        return sha256(b"\x00" + ENTRIES[start])
    middle = start + split(end - start)
    return sha256(b"\x01" + mth(start, middle) + mth(middle, end))


@cache
def path(index, start, end):
    """PATH(index - start, D[start:end])."""
    if end - start == 1:
        return []
    middle = start + split(end - start)
    if index < middle:
        return [*path(index, start, middle), mth(middle, end)]
    return [*path(index, middle, end), mth(start, middle)]


@cache
def subproof(old, start, end, whole):
    """SUBPROOF(old - start, D[start:end], whole)."""
    if old == end:
        return [] if whole else [mth(start, end)]
    middle = start + split(end - start)
    if old <= middle:
        return [*subproof(old, start, middle, whole), mth(middle, end)]
    return [*subproof(old, middle, end, False), mth(start, middle)]

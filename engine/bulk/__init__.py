"""Verifying many bundles of played-out deals quickly: a bundle passes here only if `fairdeal.engine.verification` fails none of its checks.

A quick reader expects each bundle in the very bytes that a service writes, and derives those bytes from the few values that are
free (seed, nonces, terms, passes, plays): what is equal needs no parser. It names no faults. Whatever does not pass, for being
false or merely for being written otherwise, is for the full verification to judge.
"""

from fairdeal.engine.bulk.claim import BundleInput, SignedTerms
from fairdeal.engine.bulk.quick import QuickVerifier

__all__ = ["BundleInput", "QuickVerifier", "SignedTerms"]

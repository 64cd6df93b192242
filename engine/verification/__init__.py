"""Verification of audit bundles: one file a check (protocol section 8)."""

from fairdeal.engine.verification.checks import CHECK_NAMES
from fairdeal.engine.verification.report import Check, Report, Reservation, UnreadableBundle
from fairdeal.engine.verification.verify import read_bundle, verify

__all__ = ["CHECK_NAMES", "Check", "Report", "Reservation", "UnreadableBundle", "read_bundle", "verify"]

"""Verification of audit bundles: one file a check (protocol section 8)."""

from fairdeal.engine.verification.checks import CHECKS
from fairdeal.engine.verification.report import Check, Report, Reservation, UnreadableBundle
from fairdeal.engine.verification.verify import verify

__all__ = ["CHECKS", "Check", "Report", "Reservation", "UnreadableBundle", "verify"]

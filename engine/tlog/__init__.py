"""The formats of transparency logs: RFC 6962 trees and C2SP notes, checkpoints, tiles, proofs, cosignatures. Knows no deal."""

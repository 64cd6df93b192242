"""The life of a deal: one use case a file, none of them knowing HTTP."""

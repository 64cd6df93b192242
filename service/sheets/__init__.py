"""Score sheets: one use case a file. Knows no HTTP."""

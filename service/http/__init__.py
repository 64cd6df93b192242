"""HTTP without any resource: strict bodies, fields, problems, caching, callers, the decorator over a view, the description."""

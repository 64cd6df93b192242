"""The HTTP API: a file a resource, its routes and schemas together; what they share is `fairdeal.service.http`."""

"""`/v1/info`: what the service is and where its numbers stand."""

from marshmallow import fields

from fairdeal.service.api.statements import VkeysSchema, protocol
from fairdeal.service.context import Service
from fairdeal.service.deals.info import info
from fairdeal.service.http.fields import Text, counted
from fairdeal.service.http.operations import Group, Returns, operation
from fairdeal.service.http.rendering import REVALIDATE
from fairdeal.service.http.schemas import ResponseSchema

group = Group("info", "The service itself: its name, keys and limits")


class LimitsSchema(ResponseSchema):
    """What the service takes."""

    deadline = counted(metadata={"description": "The longest time to live of a deal, in seconds."})
    min_ttl = counted(metadata={"description": "The shortest, in seconds."})
    body_bytes = counted(metadata={"description": "The largest body, in bytes."})
    validation_bytes = counted(metadata={"description": "The same for validations and advice."})


class LogSizesSchema(ResponseSchema):
    """The published sizes of both logs, in leaves."""

    commits = counted(metadata={"description": "Leaves of the commits log."})
    outcomes = counted(metadata={"description": "Leaves of the outcomes log."})


class InfoSchema(ResponseSchema):
    """What the service is."""

    origin = Text(metadata={"description": "Its name, as in its log keys."})
    protocol = protocol()
    vkeys = fields.Nested(VkeysSchema)
    limits = fields.Nested(LimitsSchema)
    logs = fields.Nested(LogSizesSchema)
    handed_out = counted(metadata={"description": "Numbers that were handed out."})
    overdue = counted(metadata={"description": "Deals past their deadline without a published outcome."})


@group.get("/info")
@operation(Returns(InfoSchema(), "What the service is", cache=REVALIDATE, etag=True))
def get_info(service: Service) -> dict[str, object]:
    """See name, keys, limits and numbers.

    Pin the vkeys that you find here once, through a channel that you trust; a verifier needs them.
    """
    return info(service)

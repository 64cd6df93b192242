"""What all schemas share. One schema is one shape of the API: of a body, of a query string, or of a response.

Schemas of bodies and query strings read what comes in. Those of responses are never dumped with: responses are written by orjson
from the plain dictionaries that the use cases return, which costs a hundredth of it. They document, and the tests load every
response of every test of the API with them, so that they are held to what is really sent.
"""

from typing import Any

from marshmallow import RAISE, Schema
from marshmallow.fields import Field

Shape = dict[str, Any]
"""A shape as JSON Schema (2020-12, as OpenAPI 3.1 has it), where no schema can say it: alternatives, mostly."""


class BodySchema(Schema):
    """A body or a query string: no member but those that are named."""

    class Meta:
        """Refuse all others."""

        unknown = RAISE


class ResponseSchema(Schema):
    """A response, or a part of one: all its members are always there, and no others."""

    class Meta:
        """Refuse all others."""

        unknown = RAISE

    def on_bind_field(self, field_name: str, field_obj: "Field[Any]") -> None:
        """Require every member but those that say `optional` in their metadata."""
        field_obj.required = not field_obj.metadata.get("optional", False)


class EmptySchema(BodySchema):
    """An empty object."""


def joined(name: str, about: str, *parts: type[Schema]) -> type[Schema]:
    """The schema that has the members of all its parts, those of the first part first; `name` is its name in the description."""
    return type(f"{name}Schema", tuple(reversed(parts)), {"__doc__": about, "__module__": __name__})


def ref(name: str) -> Shape:
    """A reference to a named shape."""
    return {"$ref": f"#/components/schemas/{name}"}


def any_of(*shapes: Shape) -> Shape:
    """One of these shapes."""
    return dict(shapes[0]) if len(shapes) == 1 else {"anyOf": list(shapes)}


def one_of(*words: str) -> Shape:
    """One of these words."""
    return {"type": "string", "enum": list(words)}


def name_of(schema: Schema | type[Schema]) -> str:
    """The name of a schema in the description: its class's, without the ending `Schema`."""
    made = schema if isinstance(schema, type) else type(schema)
    return made.__name__.removesuffix("Schema")

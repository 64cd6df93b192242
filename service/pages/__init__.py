"""Pages for people: static documents whose scripts ask the public API for the rest, as any other client would."""

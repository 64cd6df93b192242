"""What makes the service halt: a log that is not what it was. Each says what was found, and how to go on."""

from fairdeal.service.keys.anchor import AnchorError

GO_ON = (
    "Nothing is handed out, signed or published any more. Bring back the newest copy of the database and start again; if it "
    "is lost for good, the origin has ended: start another one, whose genesis names this one (FAIRDEAL_PREVIOUS)."
)


class RolledBack(AnchorError):
    """The database is an older copy, or another one, than what the world has been shown."""

    def __init__(self, found: str) -> None:
        super().__init__(f"The database was rolled back: {found} {GO_ON}")


class DamagedLog(AnchorError):
    """The stored log does not hold together."""

    def __init__(self, found: str) -> None:
        super().__init__(f"The stored log is damaged: {found} {GO_ON}")

"""Who somebody is, for everything of theirs: an identity in the session. Accounts and battles hang on the same one."""

from __future__ import annotations

import uuid
from typing import Any

SESSION_GUEST = "guest"

Session = Any  # a Django session or the lazy one of a socket


def guest_id(session: Session) -> str | None:
    """The guest that this session is, if it is one."""
    found = session.get(SESSION_GUEST)
    return found if isinstance(found, str) else None


def meet(session: Session) -> uuid.UUID:
    """Give a visitor an identity before the first press, so that two presses are of the same guest."""
    if guest_id(session) is None:
        session[SESSION_GUEST] = str(uuid.uuid4())
    return uuid.UUID(guest_id(session))

"""Whether two names look the same to a reader, whatever letters they are made of: «Аnna» and «Anna»."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

# Letters that are drawn alike; capitals first, since some have other doubles than their small letters.
_CAPITALS = str.maketrans("АВЕЅІЈКМНОРСТУХЗΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "abesijkmhopctyx3abezhikmnoptyx")
_SMALL = str.maketrans("авеѕіјкмнорстухьԁԛԝѵһӏгпзαικνορτυχ0145|!", "abesijkmhopctyxbdqwvhlrn3aikvoptuxolasll")
_ONE = str.maketrans("ijq", "llg")
_PAIRS = (("rn", "m"), ("vv", "w"))


def alike(one: str, other: str) -> bool:
    """Whether a reader could take one name for the other."""
    return skeleton(one) == skeleton(other)


@lru_cache(maxsize=1_000)
def skeleton(name: str) -> str:
    """What is left of a name when everything is gone that the eye may overlook."""
    letters = unicodedata.normalize("NFKD", name)
    seen = "".join(sign for sign in letters if unicodedata.category(sign)[0] in "LNPS")
    plain = seen.translate(_CAPITALS).casefold().translate(_SMALL).translate(_ONE)
    for pair, sign in _PAIRS:
        plain = plain.replace(pair, sign)
    return plain

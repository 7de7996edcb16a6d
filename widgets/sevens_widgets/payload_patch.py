"""The difference between two payloads, small enough to send one for every move of a deal.

Objects are merged key by key, and null takes a key away; a list that keeps its length is patched
like an object whose keys are its places; everything else is replaced. The browser has the
counterpart, and nothing of the game is in it.
"""

from __future__ import annotations

from typing import Any

Json = Any


def diff(old: Json, new: Json) -> Json:
    """Give the patch that makes `new` of `old`; both are plain data, and null stands nowhere in an object.

    >>> diff({"ply": 1, "cells": ["7", "-"], "note": "a"}, {"ply": 2, "cells": ["7", "8"]})
    {'ply': 2, 'cells': {'1': '8'}, 'note': None}
    """
    if isinstance(old, dict) and isinstance(new, dict):
        changed = {
            key: diff(old[key], value) if key in old else value
            for key, value in new.items()
            if key not in old or old[key] != value
        }
        return changed | dict.fromkeys((key for key in old if key not in new), None)
    if _alike(old, new):
        return {
            str(place): diff(before, after)
            for place, (before, after) in enumerate(zip(old, new, strict=True))
            if before != after
        }
    return new


def merge(old: Json, patch: Json) -> Json:
    """Give what a patch makes of `old`, which stays as it was.

    >>> merge({"ply": 1, "cells": ["7", "-"], "note": "a"}, {"ply": 2, "cells": {"1": "8"}, "note": None})
    {'ply': 2, 'cells': ['7', '8']}
    """
    if not isinstance(patch, dict):
        return patch
    if isinstance(old, list):
        return [
            merge(value, patch.get(str(at), {})) if str(at) in patch else value
            for at, value in enumerate(old)
        ]
    if not isinstance(old, dict):
        return patch
    kept = {key: value for key, value in old.items() if key not in patch}
    made = {
        key: merge(old[key], value) if key in old else value
        for key, value in patch.items()
        if value is not None
    }
    return {key: (kept | made)[key] for key in [*old, *made] if key in kept or key in made}


def _alike(old: Json, new: Json) -> bool:
    return isinstance(old, list) and isinstance(new, list) and len(old) == len(new)

# SPDX-FileCopyrightText: 2026 The wend authors
# SPDX-License-Identifier: MIT
"""Checks of arguments: another type than the declared one is refused by the argument's name."""

import ctypes
import operator
from typing import Any, Optional, Sequence, Tuple

import numpy as np

from ._api import Code
from ._library import Error


def refuse(name: str, value: Any, expected: str) -> Error:
    """For numbers and words, which are quoted."""
    return Error(f"{name} is {value!r}, must be {expected}", Code.BAD_ARGUMENT, name)


def refuse_type(name: str, value: Any, expected: str) -> Error:
    """For objects, whose type says enough."""
    return Error(f"{name}: {expected}, found {type(value).__name__}", Code.BAD_ARGUMENT, name)


def integer(name: str, value: Any) -> int:
    try:
        return operator.index(value)
    except TypeError:
        raise refuse(name, value, "a whole number") from None


def whole(name: str, value: Any, end: int) -> int:
    """A whole number in [0, end)."""
    number = integer(name, value)
    if not 0 <= number < end:
        raise refuse(name, number, f"in [0, {end})")
    return number


def real(name: str, value: Any) -> float:
    try:
        if not isinstance(value, (str, bytes)):
            return float(value)
    except (TypeError, ValueError, OverflowError):
        pass
    raise refuse(name, value, "a number") from None


def names(name: str, value: Any) -> Tuple[str, ...]:
    """Names of streams."""
    if isinstance(value, Sequence) and not isinstance(value, str) and all(isinstance(one, str) for one in value):
        return tuple(value)
    raise refuse(name, value, "a list of names of streams")


def numbers(value: Any) -> Optional[np.ndarray]:
    """An array of doubles; None where the value holds other things than numbers."""
    try:
        return np.asarray(value, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        return None


def grid_shape(shape: Tuple[int, int]) -> Tuple[int, int]:
    if not isinstance(shape, (tuple, list)) or len(shape) != 2:
        raise Error(f"shape: expected (rows, columns), found {shape!r}", Code.BAD_ARGUMENT, "shape")
    return whole("rows", shape[0], 2**32), whole("columns", shape[1], 2**32)


def rectangle(name: str, area: Sequence[float]) -> "ctypes.Array[ctypes.c_double]":
    sides = numbers(area)
    if sides is None or sides.shape != (4,):
        raise Error(f"{name}: expected (min_x, min_y, max_x, max_y), found {area!r}", Code.BAD_ARGUMENT, name)
    return (ctypes.c_double * 4)(*sides)

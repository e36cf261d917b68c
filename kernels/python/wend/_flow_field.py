# SPDX-FileCopyrightText: 2026 The wend authors
# SPDX-License-Identifier: MIT
"""Flow fields in the caller's memory."""

import ctypes
from typing import Sequence

import numpy as np

from ._api import CFlowField, Code
from ._arguments import numbers
from ._library import Error
from ._streams import _contiguous


class FlowFieldView:
    """A flow field over your own array of velocities, as the `field` of flow_follow:

        wind = np.zeros((rows, columns, 2), np.float32)
        {"flow_follow": {"field": wend.FlowFieldView(wind, area=(0, 0, 800, 600))}}

    Nothing is copied: what you write into the array counts from the next call on. Row 0 is at min_y, wind[row, column]
    is the velocity in that cell's centre. An agent between cells with a NaN is skipped in that tick, as one with a NaN
    of its own is.
    """

    def __init__(self, velocities: np.ndarray, area: Sequence[float]) -> None:
        """`velocities`: float32 of shape (rows, columns, 2), contiguous; `area`: (min_x, min_y, max_x, max_y)."""
        if not (isinstance(velocities, np.ndarray) and velocities.ndim == 3 and velocities.shape[2] == 2):
            found = velocities.shape if isinstance(velocities, np.ndarray) else type(velocities).__name__
            raise Error(
                f"velocities: expected an array of shape (rows, columns, 2), found {found}",
                Code.BAD_ARGUMENT,
                "velocities",
            )
        if not velocities.flags.c_contiguous:
            raise Error("velocities: the array is not contiguous", Code.BAD_ARGUMENT, "velocities")
        sides = numbers(area)
        if sides is None or sides.shape != (4,):
            raise Error(f"area: expected (min_x, min_y, max_x, max_y), found {area!r}", Code.BAD_ARGUMENT, "area")
        self._velocities = _contiguous("velocities", velocities.reshape(-1), np.dtype(np.float32), False)
        rows, columns, _ = velocities.shape
        self._field = CFlowField(
            columns=columns,
            rows=rows,
            area=(ctypes.c_double * 4)(*sides),
            velocities=self._velocities.ctypes.data,
            velocity_count=self._velocities.size,
        )

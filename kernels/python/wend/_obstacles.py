# SPDX-FileCopyrightText: 2026 The wend authors
# SPDX-License-Identifier: MIT
"""Obstacles that change while the game runs."""

import ctypes
import weakref
from typing import Optional, Sequence

from ._api import CObstaclePoolSize
from ._arguments import real, rectangle, whole
from ._flow_field import _obstacle
from ._library import LIBRARY, call


class ObstaclePool:
    """Circles and walls that change while the game runs: each is added, moved and removed by itself, in time
    proportional to the cells that it covers; the `obstacles` of avoid_obstacles, hide, orca, resolve_overlaps and
    locomotion, and the `occluders` of separation, avoid_neighbours and social_force:

        pool = wend.ObstaclePool(area=(0, 0, 800, 600), cell_size=8, obstacles=1000, entries=20_000)
        door = pool.add((10, 0), (10, 4))
        program = wend.Program([{"avoid_obstacles": {"obstacles": pool}}, {"locomotion": {"obstacles": pool}}])
        pool.move(door, (10, 3), (10, 7))
        pool.remove(door)

    Numbers stay with their obstacles. Results do not depend on the order of changes.
    """

    def __init__(
        self,
        area: Sequence[float],
        cell_size: float,
        obstacles: int,
        entries: int,
        horizon: float = 3,
        undone: int = 0,
    ) -> None:
        """Has room for so many obstacles, and for so many entries of all of them, one in each cell that they cover
        (wend/obstacle_pool.hpp). `area`: (min_x, min_y, max_x, max_y); obstacles beyond it lie in the nearest cells.
        `cell_size`: in m, about the distance between obstacles. `horizon`: in s, moving obstacles lie in the cells of
        their ways of so long. `undone`: changes that `restore` can undo."""
        size = CObstaclePoolSize(
            obstacles=whole("obstacles", obstacles, 2**32),
            entries=whole("entries", entries, 2**32),
            undone=whole("undone", undone, 2**32),
            area=rectangle("area", area),
            cell_size=real("cell_size", cell_size),
            horizon=real("horizon", horizon),
        )
        handle = ctypes.c_void_p()
        call("wend_obstacle_pool_create", ctypes.byref(size), None, 0, ctypes.byref(handle))
        self._handle = handle
        weakref.finalize(self, LIBRARY.wend_obstacle_pool_destroy, handle)

    def add(
        self,
        start: Sequence[float],
        end: Optional[Sequence[float]] = None,
        radius: float = 0,
        velocity: Sequence[float] = (0, 0),
    ) -> int:
        """A wall from `start` to `end`, or a circle about `start`. Returns its number."""
        number = ctypes.c_uint32()
        given = _obstacle(start, end, radius, velocity)
        call("wend_obstacle_pool_add", self._handle, ctypes.byref(given), ctypes.byref(number))
        return number.value

    def move(
        self,
        number: int,
        start: Sequence[float],
        end: Optional[Sequence[float]] = None,
        radius: float = 0,
        velocity: Sequence[float] = (0, 0),
    ) -> None:
        """Gives an obstacle another place, size, kind or velocity."""
        given = _obstacle(start, end, radius, velocity)
        call("wend_obstacle_pool_move", self._handle, whole("number", number, 2**32), ctypes.byref(given))

    def remove(self, number: int) -> None:
        call("wend_obstacle_pool_remove", self._handle, whole("number", number, 2**32))

    @property
    def mark(self) -> int:
        """Names the obstacles of now, for `restore`."""
        return int(LIBRARY.wend_obstacle_pool_mark(self._handle))

    def restore(self, mark: int) -> None:
        """Undoes all changes since the mark: obstacles, numbers and generations are those of then."""
        call("wend_obstacle_pool_restore", self._handle, whole("mark", mark, 2**64))

    def generation(self, number: int) -> int:
        """How many obstacles had the number until now; 0: it has none."""
        return int(LIBRARY.wend_obstacle_pool_generation(self._handle, whole("number", number, 2**32)))

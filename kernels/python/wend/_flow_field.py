# SPDX-FileCopyrightText: 2026 The wend authors
# SPDX-License-Identifier: MIT
"""Flow fields in the caller's memory, and those that lead to goals and change."""

import ctypes
import weakref
from typing import Optional, Sequence, Tuple

import numpy as np
import numpy.typing as npt

from ._api import CFlowField, CFlowGoals, Code, CObstacle, CPoint
from ._arguments import grid_shape, numbers, real, rectangle, whole
from ._library import LIBRARY, Error, call
from ._streams import View, _contiguous, checked_view


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
        sides = rectangle("area", area)
        self._velocities = _contiguous("velocities", velocities.reshape(-1), np.dtype(np.float32), False)
        rows, columns, _ = velocities.shape
        self._field = CFlowField(
            columns=columns,
            rows=rows,
            area=sides,
            velocities=self._velocities.ctypes.data,
            velocity_count=self._velocities.size,
        )


class FlowPlanner:
    """A flow field to goals, around closed cells and obstacles, which changes while the game runs; the `field` of
    flow_follow:

        planner = wend.FlowPlanner((rows, columns), area=(0, 0, 800, 600), goals=[(700, 300)], speed=1.4)
        program = wend.Program([{"flow_follow": {"field": planner}}, {"locomotion": {}}])
        # each frame:
        planner.add_obstacle((10, 0), (10, 4))  # when a door closes
        planner.advance(5000)
        program.run(agents, dt=1 / 60)

    The old field stays in use until the new one is complete. A complete field has the bits of one that is made anew,
    whatever the changes before and the slices (kernels/docs/flow_fields.md)."""

    def __init__(
        self,
        shape: Tuple[int, int],
        area: Sequence[float],
        goals: npt.ArrayLike,
        costs: Optional[npt.ArrayLike] = None,
        clearance: float = 0.5,
        speed: float = 1.0,
    ) -> None:
        """`shape`: (rows, columns); `goals`: points (x, y); `costs`: of that shape, infinity closes a cell; `clearance`:
        in m, of obstacles; `speed`: in m/s."""
        self.shape = grid_shape(shape)
        places = _points(goals)
        weights = None if costs is None else _costs(costs, self.shape)
        given = CFlowGoals(
            columns=self.shape[1],
            rows=self.shape[0],
            area=rectangle("area", area),
            goals=places.ctypes.data_as(ctypes.POINTER(CPoint)),
            goal_count=len(places),
            costs=None if weights is None else weights.ctypes.data,
            cost_count=0 if weights is None else weights.size,
            clearance=real("clearance", clearance),
            speed=real("speed", speed),
        )
        handle = ctypes.c_void_p()
        call("wend_flow_planner_create", ctypes.byref(given), ctypes.byref(handle))
        self._handle = handle
        weakref.finalize(self, LIBRARY.wend_flow_planner_destroy, handle)

    def set_costs(self, costs: npt.ArrayLike, row: int = 0, column: int = 0) -> None:
        """The costs of the cells from a row and column on, an array (rows, columns)."""
        given = _costs(costs)
        rows, columns = given.shape
        place = whole("column", column, 2**32), whole("row", row, 2**32)
        call("wend_flow_planner_set_costs", self._handle, *place, columns, rows, given.ctypes.data, given.size)

    def set_crowd(self, agents: View, cost_per_agent: float) -> None:
        """Raises the costs of cells by so much for each agent in a cell or the eight about it, in place of the agents
        of the last call."""
        view = checked_view(agents, "agents")
        call("wend_flow_planner_set_crowd", self._handle, ctypes.byref(view._view), real("cost_per_agent", cost_per_agent))

    def set_goals(self, goals: npt.ArrayLike) -> None:
        """In place of the goals so far."""
        places = _points(goals)
        call("wend_flow_planner_set_goals", self._handle, places.ctypes.data_as(ctypes.POINTER(CPoint)), len(places))

    def add_obstacle(self, start: Sequence[float], end: Optional[Sequence[float]] = None, radius: float = 0) -> None:
        """Closes the cells whose centre is no farther from a wall or circle than the clearance."""
        call("wend_flow_planner_add_obstacle", self._handle, ctypes.byref(_obstacle(start, end, radius)))

    def remove_obstacle(self, start: Sequence[float], end: Optional[Sequence[float]] = None, radius: float = 0) -> None:
        """One that was added."""
        call("wend_flow_planner_remove_obstacle", self._handle, ctypes.byref(_obstacle(start, end, radius)))

    def advance(self, cells: Optional[int] = None) -> bool:
        """Computes on by about so many cells, to the end without a number; whether the field has all changes."""
        budget = 2**64 - 1 if cells is None else whole("cells", cells, 2**64)
        return bool(LIBRARY.wend_flow_planner_advance(self._handle, budget))

    def velocity(self, row: int, column: int) -> Tuple[float, float]:
        """Of the complete field at a cell's centre."""
        place = whole("column", column, self.shape[1]), whole("row", row, self.shape[0])
        found = LIBRARY.wend_flow_planner_velocity(self._handle, *place)
        return found.x, found.y


def _points(goals: npt.ArrayLike) -> np.ndarray:
    places = numbers(goals)
    if places is None or places.size == 0 or places.ndim != 2 or places.shape[1] != 2:
        raise Error(f"goals: expected points (x, y), found {goals!r}", Code.BAD_ARGUMENT, "goals")
    return np.ascontiguousarray(places, dtype=np.float64)


def _costs(costs: npt.ArrayLike, shape: Optional[Tuple[int, int]] = None) -> np.ndarray:
    given = numbers(costs)
    if given is None or given.ndim != 2 or (shape is not None and given.shape != shape):
        found = type(costs).__name__ if given is None else given.shape
        raise Error(f"costs: expected an array {shape or '(rows, columns)'}, found {found}", Code.BAD_ARGUMENT, "costs")
    return np.ascontiguousarray(given, dtype=np.float32)


def _obstacle(
    start: Sequence[float],
    end: Optional[Sequence[float]],
    radius: float,
    velocity: Sequence[float] = (0, 0),
) -> CObstacle:
    first, last = numbers(start), numbers(start if end is None else end)
    if first is None or last is None or first.shape != (2,) or last.shape != (2,):
        raise Error(f"obstacle: expected points (x, y), found {start!r}, {end!r}", Code.BAD_ARGUMENT, "obstacle")
    way = numbers(velocity)
    if way is None or way.shape != (2,):
        raise Error(f"velocity: expected (x, y), found {velocity!r}", Code.BAD_ARGUMENT, "velocity")
    return CObstacle(first[0], first[1], last[0], last[1], real("radius", radius), way[0], way[1])

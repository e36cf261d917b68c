# SPDX-FileCopyrightText: 2026 The wend authors
# SPDX-License-Identifier: MIT
"""Many views in one call."""

import ctypes
from typing import TYPE_CHECKING, Optional, Sequence

import numpy as np

from ._api import Code, CExecution, CTicks, CView, CViewOptions, CViewStart, See
from ._arguments import refuse, refuse_type
from ._library import Error, call
from ._result import Result, result_of
from ._streams import View, _contiguous, checked_view

if TYPE_CHECKING:
    from ._program import Program

SEE = {"own_view": See.OWN_VIEW, "all_views": See.ALL_VIEWS}


class Batch:
    """Views that run in one call, frame after frame (the chunks of an entity system, the rooms of a server, the
    environments of a learner); `Program.batch` makes it.

        rooms = program.batch([program.zeros(32) for _ in range(512)])
        while playing:
            rooms.run(**clock.next())

    It keeps the structs and workspaces of a call: 512 rooms of 32 agents take a third of the time of `Program.run`
    with a list. The arrays, selections and `others` of the views are those of the moment when it was made.
    """

    __slots__ = ("_options", "_program", "_structs", "_views", "_workspaces", "__weakref__")

    def __init__(self, program: "Program", views: Sequence[View], see: str = "own_view") -> None:
        if isinstance(views, View) or not isinstance(views, Sequence):
            raise refuse_type("views", views, "a list of wend.View is needed")
        if not isinstance(see, str) or see not in SEE:
            raise refuse("see", see, f"one of {', '.join(SEE)}")
        self._program = program
        self._views = [checked_view(view) for view in views]  # keeps the arrays
        joins = see == "all_views" and program.looks_at_others
        given = (view._view if joins else view._for(program) for view in self._views)
        self._structs = (CView * len(self._views))(*given)
        self._workspaces = [view._workspace for view in self._views]  # a view may get another one later
        self._options = CViewOptions(see=SEE[see])
        if joins:
            floats = ctypes.c_size_t()
            call(
                "wend_views_workspace_size", program._handle, self._structs, len(self._structs), ctypes.byref(floats)
            )
            workspace = np.empty(floats.value, np.float32)
            self._workspaces.append(workspace)
            self._options.workspace = workspace.ctypes.data
            self._options.workspace_count = workspace.size

    def __len__(self) -> int:
        return len(self._views)

    def run(
        self,
        *,
        dt: float,
        tick: Optional[int] = None,
        count: int = 1,
        seed: int = 0,
        starts: Optional[np.ndarray] = None,
        threads: Optional[str] = None,
        max_threads: int = 0,
        isa: Optional[str] = None,
        trusted: bool = False,
    ) -> Result:
        """`Program.run` of all views. `starts`: the first tick and the seed of each view, in place of `tick` and
        `seed`, so that a room that starts again repeats itself: a contiguous array of uint64 with a row (first tick,
        seed) a view, for example `starts[:, 0] += 1` after each call."""
        ticks = self._program._ticks_of(dt, tick, count, seed)
        return self._run(ticks, self._program._execution(threads, max_threads, isa, trusted), starts)

    def _run(self, ticks: CTicks, execution: CExecution, starts: Optional[np.ndarray]) -> Result:
        options = self._options
        options.starts, options.start_count = None, 0
        if starts is not None:
            if isinstance(starts, np.ndarray) and starts.shape != (len(self._views), 2):
                raise Error(
                    f"starts: shape is {starts.shape}, must be ({len(self._views)}, 2)", Code.BAD_ARGUMENT, "starts"
                )
            flat = starts.reshape(-1) if isinstance(starts, np.ndarray) and starts.flags.c_contiguous else starts
            given = _contiguous("starts", flat, np.dtype(np.uint64), False)
            options.starts = given.ctypes.data_as(ctypes.POINTER(CViewStart))
            options.start_count = len(self._views)
        answer = self._program._invoke(
            "wend_run_views_with",
            self._structs,
            len(self._structs),
            ctypes.byref(ticks),
            ctypes.byref(execution),
            ctypes.byref(options),
        )
        return result_of(answer, of_views=True)

    def __repr__(self) -> str:
        return f"<wend.Batch of {len(self._views)} views>"

# SPDX-FileCopyrightText: 2026 The wend authors
# SPDX-License-Identifier: MIT
"""The Python package: NumPy arrays in place, refusals by name, the bits of every instruction set.

wend_test.py SOURCE: the root of wend's sources, whose package is tested with the library that WEND_LIBRARY names.
"""

import concurrent.futures
import ctypes
import gc
import io
import json
import os
import re
import subprocess
import sys
import tempfile
import threading
import unittest
import weakref
from pathlib import Path

import numpy as np

SOURCE = Path(sys.argv.pop(1))
sys.path.insert(0, str(SOURCE / "kernels/python"))

import wend  # noqa: E402
from wend import _api  # noqa: E402

STAGES = [
    {"seek": {"weight": 0.75}},
    {"wander": {"angle_change": 3, "frame": "heading"}},
    {"locomotion": {"max_force": 20, "max_speed": 3, "mass": 1, "bounds": "wrap", "area": [-50, -40, 60, 70]}},
]


def population(count=1003, first_id=5):
    """A view of agents in arrays of their own, by name."""
    slots = np.arange(count, dtype=np.float32)
    names = ("position_x", "position_y", "velocity_x", "velocity_y", "target_x", "target_y", "wander_angle")
    arrays = {name: (10 * np.sin(i + np.float32(0.37) * slots)).astype(np.float32) for i, name in enumerate(names)}
    return wend.View(arrays, first_id=first_id)


class Runs(unittest.TestCase):
    def test_same_bits_on_every_isa_and_threading(self):
        program = wend.Program(STAGES)
        hashes = set()
        for isa in wend.isas():
            for threads in ("serial", "tbb"):
                view = population()
                result = program.run(view, dt=0.03, tick=11, count=7, seed=3, isa=isa, threads=threads)
                self.assertEqual(result, wend.Result(0, None))
                hashes.add(program.state_hash(view))
        self.assertEqual(len(hashes), 1)
        self.assertIn("reference", wend.isas())
        self.assertIn(wend.default_isa(), wend.isas())

    def test_arrays_are_written_where_they_are(self):
        view = population()
        x = view["position_x"]
        before, place = x.copy(), x.ctypes.data
        wend.Program(STAGES).run(view, dt=0.03, tick=0)
        self.assertEqual(x.ctypes.data, place)
        self.assertFalse(np.array_equal(x, before))

    def test_slices_are_views_and_give_the_bits_of_the_whole(self):
        program = wend.Program(STAGES)
        whole, parts = population(), population()
        program.run(whole, dt=0.03, tick=0, count=3)
        for begin, end in ((0, 100), (100, 1003)):
            part = wend.View({name: array[begin:end] for name, array in parts.items()}, first_id=5 + begin)
            program.run(part, dt=0.03, tick=0, count=3)
        self.assertEqual(program.state_hash(whole), program.state_hash(parts))

    def test_state_hashes_find_the_agent_that_differs(self):
        program, one, other = wend.Program(STAGES), population(), population()
        other["position_x"][317] += 1
        first, ids = 0, 1024
        for _ in range(2):
            ids //= 32
            differs = program.state_hashes(one, first, ids, 32) != program.state_hashes(other, first, ids, 32)
            self.assertEqual(differs.sum(), 1)
            first += int(differs.argmax()) * ids
        self.assertEqual((first, ids), (5 + 317, 1))
        with self.assertRaisesRegex(wend.Error, r"ids of a bucket is 0, must be in \[1, "):
            program.state_hashes(one, 0, 0, 3)

    def test_clock(self):
        program, clock = wend.Program(STAGES), wend.Clock(dt=0.03, seed=3)
        one, more = population(), population()
        for _ in range(6):
            program.run(one, **clock.next())
        self.assertEqual(clock.tick, 6)
        program.run(more, **wend.Clock(0.03, 3).next(6))
        self.assertEqual(program.state_hash(one), program.state_hash(more))

    def test_bodies_that_something_else_moves(self):
        wander = {"wander": {"frame": "heading"}}
        moved_program = wend.Program([wander, {"locomotion": LIMITS}])
        told_program = wend.Program([wander, {"external_locomotion": LIMITS}])
        moved = moved_program.zeros(500)
        told = told_program.zeros(500, outputs=["desired_velocity_x", "desired_velocity_y"])
        for tick in range(20):
            moved_program.run(moved, dt=0.1, tick=tick)
            self.assertEqual(told_program.run(told, dt=0.1, tick=tick), wend.Result(0, None))
            for axis in "xy":
                told["velocity_" + axis][:] = told["desired_velocity_" + axis]
                told["position_" + axis][:] += told["velocity_" + axis] * np.float32(0.1)
        for name in ("wander_angle", "position_x", "velocity_y"):
            self.assertEqual(moved[name].tobytes(), told[name].tobytes(), name)
        self.assertGreater(np.abs(told["wander_angle"]).max(), 0)

    def test_faults_and_notice(self):
        program = wend.Program(
            [{"arrive": {"slowing_radius": 5}}, {"locomotion": {"max_force": 9, "max_speed": 3, "mass": 0.01}}]
        )
        view = population(100)
        view["velocity_x"][41] = np.nan
        checked = program.validate(view, dt=0.5)
        self.assertEqual((checked.faults, checked.first_fault), (1, 41))
        self.assertIn("slowing_radius) is 115", checked.notice)
        self.assertEqual(program.run(view, dt=0.5, count=2), wend.Result(2, 41))

    def test_zeros(self):
        program = wend.Program(STAGES)
        goals = np.full(10, 3, np.float32)
        view = program.zeros(10, target_x=goals)
        self.assertIs(view["target_x"], goals)
        self.assertEqual(set(view), {use.name for use in program.streams if use.use != "output"})
        self.assertIn("heading_x", program.zeros(10, outputs=("heading_x", "heading_y")))
        program.run(view, dt=0.1, tick=0)
        self.assertGreater(view["position_x"][0], 0)

    def test_zeros_of_outputs_that_the_program_lacks_are_refused(self):
        program = wend.Program(STAGES)
        for outputs, message, code in (
            (["headng_x"], "outputs: headng_x is no output of the program; its outputs are ", wend.Code.UNKNOWN_STREAM),
            (["heading_x", "arrived"], "outputs: arrived is no output of the program", wend.Code.UNKNOWN_STREAM),
            ("heading_x", "outputs is 'heading_x', must be a list of names", wend.Code.BAD_ARGUMENT),
        ):
            with self.subTest(message), self.assertRaises(wend.Error) as caught:
                program.zeros(10, outputs=outputs)
            self.assertIn(message, str(caught.exception))
            self.assertEqual(caught.exception.code, code)

    def test_initial_values_are_legal_in_every_program(self):
        paths = wend.Paths([[(0, 0), (10, 0), (10, 10), (0, 10)]])  # portal_follow takes nodes in pairs
        scenarios = sorted((SOURCE / "bench/scenarios/behaviours").glob("*.json"))
        self.assertGreater(len(scenarios), 20)
        for scenario in scenarios:
            with self.subTest(scenario.name):
                program = wend.Program.from_json(scenario.read_text(), paths)
                self.assertEqual(program.run(program.zeros(3), dt=0.03, tick=0).faults, 0)

    def test_threads_of_python_share_a_program(self):
        program = wend.Program(STAGES)
        views = [population() for _ in range(4)]
        workers = [threading.Thread(target=program.run, args=(v,), kwargs={"dt": 0.1, "tick": 0, "count": 20}) for v in views]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        self.assertEqual(len({program.state_hash(view) for view in views}), 1)

    def test_a_view_keeps_its_arrays(self):
        view = population(10_000)
        gc.collect()
        wend.Program(STAGES).run(view, dt=0.1, tick=0)
        self.assertTrue(np.isfinite(view["position_x"]).all())

    def test_empty(self):
        program = wend.Program(STAGES)
        self.assertEqual(program.run(wend.View(), dt=0.1, tick=0), wend.Result(0, None))
        self.assertEqual(program.run(program.zeros(0), dt=0.1, tick=0), wend.Result(0, None))


LIMITS = {"max_force": 20, "max_speed": 3, "mass": 1}
SEEK_READS = ("position_x", "position_y", "velocity_x", "velocity_y", "target_x", "target_y")
TICKS = {"dt": 0.03, "tick": 11, "count": 4, "seed": 3}


def copy_of(view):
    return wend.View({name: array.copy() for name, array in view.items()}, first_id=view.first_id)


def seek(call):
    """Seek once more, in NumPy: the operations of kernels/docs/math.md."""
    dx = call.read("target_x") - call.read("position_x")
    dy = call.read("target_y") - call.read("position_y")
    squared = np.maximum(dx * dx + dy * dy, np.float32(2.0**-120))
    scale = np.float32(3) / np.sqrt(squared)
    call.force_x += dx * scale - call.read("velocity_x")
    call.force_y += dy * scale - call.read("velocity_y")


class Memory(unittest.TestCase):
    def setUp(self):
        self.program = wend.Program(STAGES)
        self.start = population()
        self.moved = copy_of(self.start)
        self.program.run(self.moved, **TICKS)

    def assertSame(self, expected, actual):
        for name, array in expected.items():
            self.assertEqual(array.tobytes(), np.ascontiguousarray(actual[name]).tobytes(), name)

    def test_fields_of_a_structured_array(self):
        ships = np.zeros(self.start.size, np.dtype([("kind", np.int32)] + [(name, np.float32) for name in self.start]))
        ships["kind"] = 7
        for name, array in self.start.items():
            ships[name] = array
        view = wend.View({name: ships[name] for name in self.start}, first_id=5)
        self.program.run(view, **TICKS)
        self.assertSame(self.moved, ships)
        self.assertTrue((ships["kind"] == 7).all())
        self.assertEqual(self.program.state_hash(view), self.program.state_hash(self.moved))

    def test_columns_of_tables(self):
        pairs = {}
        for name in ("position", "velocity", "target"):
            pairs[name] = np.stack([self.start[name + "_x"], self.start[name + "_y"]], axis=1)
        columns = {f"{name}_{axis}": pair[:, i] for name, pair in pairs.items() for i, axis in enumerate("xy")}
        view = wend.View(columns, wander_angle=self.start["wander_angle"].copy(), first_id=5)
        self.program.run(view, **TICKS)
        self.assertSame(self.moved, view)
        self.assertTrue(np.shares_memory(view["position_x"], pairs["position"]))

    def test_pairs_in_one_go(self):
        pairs = {}
        for name in ("position", "velocity", "target"):
            spaces = np.full((self.start.size, 3), 7, np.float32)
            spaces[:, 0], spaces[:, 2] = self.start[name + "_x"], self.start[name + "_y"]
            pairs[name] = spaces[:, ::2]
        view = wend.View(pairs, wander_angle=self.start["wander_angle"].copy(), first_id=5)
        self.assertEqual(sorted(view), sorted(self.start))
        self.program.run(view, **TICKS)
        self.assertSame(self.moved, view)
        for wrong in (np.zeros(8, np.float32), np.zeros((4, 3), np.float32), [[1, 2]]):
            with self.assertRaisesRegex(wend.Error, r"^position: an array of shape \(agents, 2\) is needed$"):
                wend.View(position=wrong)
        with self.assertRaisesRegex(wend.Error, "^stream position_y is given twice$"):
            wend.View(position=pairs["position"], position_y=self.start["position_y"])

    def chunks_of(self, layout, arrays, sizes=(64, 1, 100, 63, 700, 75)):
        begin = 0
        for size in sizes:
            parts = [array[begin : begin + size].copy() for array in arrays]
            yield layout.chunk(*parts, first_id=5 + begin)
            begin += size
        self.assertEqual(begin, self.start.size)

    def test_chunks_of_a_layout(self):
        names = list(self.start)
        structs = np.zeros(self.start.size, np.dtype([(name, np.float32) for name in names]))
        for name in names:
            structs[name] = self.start[name]
        of_arrays = wend.Layout([np.float32] * len(names), **{name: i for i, name in enumerate(names)})
        of_structs = wend.Layout([structs.dtype], **{name: (0, name) for name in names})
        for layout, arrays in ((of_arrays, list(self.start.values())), (of_structs, [structs])):
            chunks = list(self.chunks_of(layout, arrays))
            self.assertEqual(self.program.run_chunks(chunks, **TICKS), wend.Result(0, None))
            for i, name in enumerate(names):
                parts = [one.arrays[i] if layout is of_arrays else one.arrays[0][name] for one in chunks]
                self.assertEqual(np.concatenate(parts).tobytes(), self.moved[name].tobytes(), name)
        chunks[3].arrays[0]["velocity_y"][2] = np.nan
        result = self.program.run_chunks(chunks, **{**TICKS, "count": 1})
        self.assertEqual((result.faults, result.first_fault, result.first_fault_view), (1, 2, 3))
        self.assertEqual(self.program.run_chunks([], **TICKS), wend.Result(0, None))

    def test_layouts_that_are_refused(self):
        layout = wend.Layout([np.float32, np.float32], position_x=0, position_y=1, read_only=["position_x"])
        one, two = np.zeros(3, np.float32), np.zeros(2, np.float32)
        fixed = np.zeros(3, np.float32)
        fixed.flags.writeable = False
        self.assertEqual(layout.chunk(fixed, one).size, 3)
        refusals = {
            "^'mas' is no stream": lambda: wend.Layout([np.float32], mas=0),
            r"^mass is 1, must be in \[0, 1\)$": lambda: wend.Layout([np.float32], mass=1),
            "^stream mass: array 0 has no field 'm'$": lambda: wend.Layout([np.float32], mass=(0, "m")),
            "^stream mass: dtype is int32, must be float32$": lambda: wend.Layout([np.int32], mass=0),
            "^chunk: 1 arrays, must be 2$": lambda: layout.chunk(one),
            "^array 1: dtype is float64, must be float32$": lambda: layout.chunk(one, np.zeros(3)),
            "^array 1 has 2 elements, array 0 has 3$": lambda: layout.chunk(one, two),
            "^array 1: the array is not writeable$": lambda: layout.chunk(one, fixed),
            "^chunks: all must be of one layout$": lambda: self.program.run_chunks(
                [layout.chunk(one, one), wend.Layout([np.float32], mass=0).chunk(one)], **TICKS
            ),
            "^streams position_x and position_y share memory$": lambda: wend.Program(
                [{"seek": {"target": (3, 4)}}, {"locomotion": {"max_force": 1, "max_speed": 1, "mass": 1}}]
            ).run_chunks(
                [
                    wend.Layout([np.float32] * 4, position_x=0, position_y=1, velocity_x=2, velocity_y=3).chunk(
                        one, one, one.copy(), one.copy()
                    )
                ],
                **TICKS,
            ),
        }
        for pattern, call in refusals.items():
            with self.assertRaisesRegex(wend.Error, pattern):
                call()

    def test_masks_and_slots(self):
        mask = np.arange(self.start.size) % 7 == 2
        for selection in (mask, np.flatnonzero(mask), np.flatnonzero(mask).astype(np.uint32), np.flatnonzero(mask)[::-1]):
            view = copy_of(self.start)
            self.program.run(view.only(selection), **TICKS)
            for name, array in view.items():
                self.assertTrue(np.array_equal(array, np.where(mask, self.moved[name], self.start[name])), name)
        live = np.zeros(self.start.size, bool)
        view = copy_of(self.start)
        selected = view.only(live)
        self.program.run(selected, **TICKS)
        self.assertSame(self.start, view)
        live[:] = True
        self.program.run(selected, **TICKS)
        self.assertSame(self.moved, view)

    def test_selections_that_are_refused(self):
        code = wend.Code
        view = self.start
        cases = [
            ([1, 2], "only: a NumPy array is needed, found list", code.BAD_ARGUMENT),
            (np.zeros(3), "only: dtype is float64, must be bool or of integers", code.BAD_ARGUMENT),
            (np.array([0, -1]), "only: a slot is negative", code.BAD_SELECTION),
            (np.zeros(20, bool)[::2], "only: the array must be one-dimensional and contiguous", code.BAD_ARGUMENT),
            (np.zeros((2, 2), bool), "only: the array must be one-dimensional and contiguous", code.BAD_ARGUMENT),
        ]
        for selection, message, expected in cases:
            with self.subTest(message), self.assertRaises(wend.Error) as caught:
                view.only(selection)
            self.assertIn(message, str(caught.exception))
            self.assertEqual(caught.exception.code, expected)
        with self.assertRaises(wend.Error) as caught:
            self.program.run(view.only(np.ones(7, bool)), **TICKS)
        self.assertEqual(caught.exception.code, code.BAD_SELECTION)
        self.assertIn("7", str(caught.exception))
        result = self.program.run(copy_of(view).only(np.array([2000])), **TICKS)
        self.assertEqual(result.faults, TICKS["count"])

    def test_many_views(self):
        view = copy_of(self.start)
        chunks = [view.slice(begin, begin + 64) for begin in range(0, view.size, 64)]
        self.assertEqual(chunks[1].first_id, 69)
        self.assertEqual(self.program.run(chunks, **TICKS), wend.Result(0, None))
        self.assertSame(self.moved, view)
        view["velocity_x"][64 * 3 + 9] = np.nan
        result = self.program.run(chunks, **TICKS)
        self.assertEqual(result, wend.Result(4, 9, "", 3))
        self.assertEqual(self.program.run([], **TICKS), wend.Result(0, None))
        with self.assertRaises(wend.Error) as caught:
            self.program.run([], dt=np.nan, tick=0)
        self.assertEqual(caught.exception.subject, "dt")


class Batches(unittest.TestCase):
    """Views in one call: of their own, of all views, and each with its own start."""

    def setUp(self):
        self.program = wend.Program([{"separation": {"radius": 4}}, {"locomotion": LIMITS}])
        agents = copy_of(population(400))
        self.start = wend.View({use.name: agents[use.name] for use in self.program.streams if use.use == "state"})

    def rooms_of(self, view, ids=False):
        return [
            wend.View({name: array[begin : begin + 32] for name, array in view.items()}, first_id=begin if ids else 0)
            for begin in range(0, view.size, 32)
        ]

    def test_that_see_themselves(self):
        expected, actual, listed = (copy_of(self.start) for _ in range(3))
        for room in self.rooms_of(expected):
            self.program.run(room, **TICKS)
            self.program.run(room, **TICKS)
        batch = self.program.batch(self.rooms_of(actual))
        self.assertEqual(len(batch), 13)
        for _ in range(2):
            self.assertEqual(batch.run(**TICKS).faults, 0)
            self.program.run(self.rooms_of(listed), **TICKS)
        for view in actual, listed:
            for name, array in expected.items():
                np.testing.assert_array_equal(array.view(np.uint32), view[name].view(np.uint32))

    def test_that_see_all_views(self):
        expected, actual = copy_of(self.start), copy_of(self.start)
        self.program.run(expected, **TICKS)
        self.program.batch(self.rooms_of(actual, ids=True), see="all_views").run(**TICKS)
        for name, array in expected.items():
            np.testing.assert_array_equal(array.view(np.uint32), actual[name].view(np.uint32))
        with self.assertRaises(wend.Error) as caught:
            self.program.run(self.rooms_of(actual)[1:], see="all_views", **TICKS)
        self.assertEqual(caught.exception.code, wend.Code.BAD_VIEWS)
        with self.assertRaises(wend.Error) as caught:
            self.program.batch([], see="some")
        self.assertIn("see", str(caught.exception))

    def test_that_start_by_themselves(self):
        self.program = wend.Program([{"wander": {}}, {"locomotion": LIMITS}])
        agents = copy_of(population(400))
        start = wend.View({use.name: agents[use.name] for use in self.program.streams if use.use == "state"})
        expected, actual = copy_of(start), copy_of(start)
        starts = np.array([[3 * i, i // 2] for i in range(13)], np.uint64)
        for room, (tick, seed) in zip(self.rooms_of(expected), starts):
            self.program.run(room, dt=0.05, tick=int(tick), seed=int(seed))
        batch = self.program.batch(self.rooms_of(actual))
        batch.run(dt=0.05, starts=starts)
        for name, array in expected.items():
            np.testing.assert_array_equal(array.view(np.uint32), actual[name].view(np.uint32))
        for wrong in starts[:5], starts.astype(np.int64), starts[:, ::-1], [1, 2]:
            with self.assertRaises(wend.Error):
                batch.run(dt=0.05, starts=wrong)


class Others(unittest.TestCase):
    def setUp(self):
        self.program = wend.Program([{"pursue": {"quarry": "agent"}}, {"locomotion": LIMITS}])
        self.agents = copy_of(population(400))
        arrays = {use.name: self.agents.get(use.name) for use in self.program.streams if use.use != "output"}
        arrays["target_agent"] = ((np.arange(400) * 7 + 3) % 400).astype(np.int32)
        self.start = wend.View(arrays)
        self.moved = copy_of(self.start)
        self.program.run(self.moved, dt=0.05)

    def test_a_view_makes_its_workspace_or_takes_one(self):
        workspace = np.zeros(1600, np.float32)
        given = wend.View(dict(copy_of(self.start)), workspace=workspace)
        self.program.run(given, dt=0.05)
        self.assertTrue(np.array_equal(given["position_x"], self.moved["position_x"]))
        self.assertTrue(np.array_equal(workspace[:400], self.start["position_x"]))
        small = wend.View(dict(copy_of(self.start)), workspace=np.zeros(7, np.float32))
        with self.assertRaises(wend.Error) as caught:
            self.program.run(small, dt=0.05)
        self.assertEqual(caught.exception.code, wend.Code.MISSING_WORKSPACE)
        with self.assertRaises(wend.Error):
            wend.View(self.start, workspace=np.zeros(1600))

    def test_slices_look_at_a_copy_of_the_whole(self):
        view = copy_of(self.start)
        start = view.keep_start()
        for begin in range(0, 400, 150):
            part = view.slice(begin, begin + 150)
            with self.assertRaises(wend.Error) as caught:
                self.program.run(part, dt=0.05)
            self.assertEqual(caught.exception.code, wend.Code.NEEDS_WHOLE_VIEW)
            self.program.run(part.look_at(start), dt=0.05)
        for name, array in view.items():
            self.assertTrue(np.array_equal(array, self.moved[name]), name)

    def test_slices_see_which_agents_had_settled(self):
        settle = {"target": [0, 0], "radius": 1.0, "arrival_radius": 0.2}
        program = wend.Program([{"settle": settle}, {"locomotion": {"max_force": 9, "max_speed": 1, "mass": 1}}])
        whole, parts = (program.zeros(4, position_x=np.float32([0, 0.8, 1.6, 2.4])) for _ in range(2))
        for _ in range(3):
            program.run(whole, dt=0.001)
            start = parts.keep_start()
            for begin in (0, 2):
                program.run(parts.slice(begin, begin + 2).look_at(start), dt=0.001)
        self.assertEqual(np.count_nonzero(whole["settled"]), 3)
        self.assertTrue(np.array_equal(parts["settled"], whole["settled"]))

    def test_slices_see_heights_bodies_and_groups_of_the_whole(self):
        avoid = {"radius": 60.0, "max_neighbours": 5, "height_band": 4.0, "body_radius": 9.0}
        program = wend.Program([{"avoid_neighbours": avoid}, {"cohesion": {"radius": 90.0, "weight": 0.1}},
                                {"locomotion": {"max_force": 20.0, "max_speed": 9.0, "mass": 1.0}}])
        slots = np.arange(400)
        whole = wend.View(dict(copy_of(self.start)), position_z=(slots % 3 * 3).astype(np.float32),
                          body_radius=(slots % 10).astype(np.float32) * np.float32(0.9),
                          groups=(slots % 4).astype(np.uint32))
        parts = copy_of(whole)
        start = parts.keep_start()
        program.run(whole, dt=0.05)
        for begin in range(0, 400, 150):
            program.run(parts.slice(begin, begin + 150).look_at(start), dt=0.05)
        for name, array in parts.items():
            self.assertTrue(np.array_equal(array, whole[name]), name)
        self.assertFalse(np.array_equal(whole["velocity_x"], self.start["velocity_x"]))

    def test_sort_by_cell(self):
        view = wend.View(dict(copy_of(self.start)), id=np.arange(400, dtype=np.uint32))
        before = {name: array.copy() for name, array in view.items()}
        order = view.sort_by_cell(40.0)
        self.assertTrue(np.array_equal(np.sort(order), np.arange(400)))
        self.assertTrue(np.array_equal(view["id"], order))
        for name in ("position_x", "velocity_y"):
            self.assertTrue(np.array_equal(view[name], before[name][order]), name)
        rows = np.floor((view["position_y"] - view["position_y"].min()) / np.float32(40))
        self.assertTrue(np.all(np.diff(rows) >= 0))
        with self.assertRaises(wend.Error) as caught:
            copy_of(self.start).sort_by_cell(40.0)
        self.assertEqual(caught.exception.code, wend.Code.MISSING_STREAM)

    def test_another_population(self):
        prey = wend.View(position_x=np.array([9], np.float32), position_y=np.array([0], np.float32),
                         velocity_x=np.zeros(1, np.float32), velocity_y=np.zeros(1, np.float32))
        view = self.program.zeros(3, target_agent=np.array([0, -1, 1], np.int32)).look_at(prey)
        result = self.program.run(view, dt=0.5, count=2)
        self.assertEqual(result, wend.Result(2, 2))  # slot 1 of the prey is none
        self.assertGreater(view["position_x"][0], 0)
        self.assertEqual(view["position_x"][1], 0)
        self.assertEqual(prey["position_x"][0], 9)
        lame = wend.View(position_x=prey["position_x"])
        with self.assertRaises(wend.Error):
            self.program.run(view.look_at(lame), dt=0.5)


class AgentBuffers(unittest.TestCase):
    def setUp(self):
        self.hunt = wend.Program([{"pursue": {"quarry": "agent"}}, {"locomotion": LIMITS}])

    def test_agents_keep_their_values_and_targets(self):
        """Against a model with one dictionary an agent."""
        rng = np.random.default_rng(1)
        buffer = wend.AgentBuffer(self.hunt, streams=["body_radius", "mass"])
        model, next_id = {}, 0
        for _ in range(60):
            count = int(rng.integers(0, 9))
            radius = rng.uniform(0, 1, count).astype(np.float32)
            slots = buffer.spawn(count, body_radius=radius, mass=2)
            self.assertEqual(list(slots), list(range(len(model), len(model) + count)))
            self.assertTrue((buffer["target_agent"][slots] == -1).all())
            for i in range(count):
                model[next_id] = {"body_radius": radius[i], "target": None}
                next_id += 1
            self.assertEqual(buffer.next_id, next_id)
            if buffer.size:
                targets = rng.integers(-1, buffer.size, buffer.size).astype(np.int32)
                buffer["target_agent"][:] = targets
                for slot, target in enumerate(targets):
                    model[buffer["id"][slot]]["target"] = buffer["id"][target] if target >= 0 else None
            gone = rng.random(buffer.size) < 0.3
            removed = set(buffer["id"][gone])
            before = buffer["id"].copy()
            by_slots = rng.permutation(np.flatnonzero(gone)) if rng.random() < 0.5 else gone
            self.assertEqual(buffer.remove(by_slots), len(removed))
            for identity in removed:
                del model[identity]
            for agent in model.values():
                if agent["target"] in removed:
                    agent["target"] = None
            self.assertEqual(buffer.size, len(model))
            stays = ~gone[: buffer.size]
            self.assertTrue((buffer["id"][stays] == before[: buffer.size][stays]).all(), "only the last ones move")
            for slot, identity in enumerate(buffer["id"]):
                agent, target = model[identity], buffer["target_agent"][slot]
                self.assertEqual(buffer["body_radius"][slot], agent["body_radius"])
                self.assertEqual(buffer["mass"][slot], 2)
                self.assertEqual(None if target < 0 else buffer["id"][target], agent["target"])
                self.assertEqual(buffer.slot_of(identity), slot)
        self.assertIsNone(buffer.slot_of(next_id))

    def test_a_run_sees_the_agents_that_are_there(self):
        program = wend.Program(STAGES)
        buffer = wend.AgentBuffer(program)
        buffer.spawn(7, position_x=np.arange(7), target_x=100)
        buffer.remove(np.array([2]))
        view = program.zeros(
            6,
            position_x=np.array([0, 1, 6, 3, 4, 5], np.float32),
            target_x=np.full(6, 100, np.float32),
            id=np.array([0, 1, 6, 3, 4, 5], np.uint32),
        )
        for one in (view, buffer.view()):
            self.assertEqual(program.run(one, dt=0.1, tick=3, count=5, seed=9), wend.Result(0, None))
        self.assertEqual(program.state_hash(buffer.view()), program.state_hash(view))
        self.assertIs(buffer.view(), buffer.view())

    def test_targets_of_another_view_stay(self):
        buffer = wend.AgentBuffer(self.hunt)
        buffer.spawn(3, target_agent=np.array([2, 0, 1]))
        buffer.looks_elsewhere = True
        buffer.remove(np.array([True, False, False]))
        self.assertEqual(list(buffer["target_agent"]), [1, 0])

    def test_refusals_change_nothing(self):
        buffer = wend.AgentBuffer(wend.Program(STAGES))
        buffer.spawn(3)
        for refused, what in (
            (lambda: buffer.spawn(2, hovering=1), "'hovering' is no stream of the buffer"),
            (lambda: buffer.spawn(2, position_x=np.zeros(3)), "position_x: shape is (3,), must be (2,)"),
            (lambda: buffer.spawn(1, position_x="far"), "position_x is 'far', must be a number, or 1 of them"),
            (lambda: buffer.spawn(1, position_x=None), "position_x is None, must be a number, or 1 of them"),
            (lambda: buffer.spawn(1, position_x=1e300), "position_x: 1e+300 is no float32"),
            (lambda: buffer.spawn(1, id=1.5), "id: 1.5 is no uint32"),
            (lambda: buffer.spawn(2, id=np.array([7, -1])), "id: -1.0 is no uint32"),
            (lambda: wend.AgentBuffer(None), "program: a wend.Program is needed, found NoneType"),
            (lambda: buffer.spawn(-1), "count is -1, must be in [0, 2147483648)"),
            (lambda: buffer.remove(np.array([3])), "agents: a slot is not in [0, 3)"),
            (lambda: buffer.remove(np.array([True])), "agents: shape is (1,), must be (3,)"),
            (lambda: buffer.remove(np.array([0.5])), "agents: dtype is float64, must be bool or of integers"),
            (lambda: buffer.remove([0]), "agents: a NumPy array is needed, found list"),
            (lambda: wend.AgentBuffer(wend.Program(STAGES), streams=["hover"]), "'hover' is no stream"),
        ):
            with self.assertRaises(wend.Error) as error:
                refused()
            self.assertTrue(str(error.exception).startswith(what), str(error.exception))
        self.assertEqual((buffer.size, buffer.next_id), (3, 3))
        buffer["position_x"][:] = 5
        self.assertTrue((buffer.view()["position_x"] == 5).all(), "the view has the buffer's arrays")
        buffer.spawn(2, id=[9, 4])
        buffer.spawn(1)
        self.assertEqual(list(buffer["id"]), [0, 1, 2, 9, 4, 10])


class CustomStages(unittest.TestCase):
    def programs(self, weight=0.5):
        expected = wend.Program([{"wander": {}}, {"seek": {"weight": weight}}, {"locomotion": LIMITS}])
        force = wend.CustomForce(seek, reads=SEEK_READS, weight=weight)
        return expected, wend.Program([{"wander": {}}, force, {"locomotion": LIMITS}])

    def test_seek_in_numpy_gives_seeks_bits(self):
        expected, custom = self.programs()
        self.assertEqual(custom.stages, ("wander", "custom_force", "locomotion"))
        for isa in wend.isas():
            for threads in ("serial", "tbb"):
                one, other = population(5000), population(5000)
                expected.run(one, **TICKS, isa=isa, threads=threads)
                self.assertEqual(custom.run(other, **TICKS, isa=isa, threads=threads), wend.Result(0, None))
                self.assertEqual(expected.state_hash(one), custom.state_hash(other))
        custom.tune(1, weight=1)
        one, other = population(), population()
        self.programs(1)[0].run(one, **TICKS)
        custom.run(other, **TICKS)
        self.assertEqual(expected.state_hash(one), custom.state_hash(other))

    def test_the_force_of_the_page(self):
        gust = np.full(50, 3, dtype=np.float32)

        def wind(call):                                # at most 512 agents at a time
            call.force_x = gust[call.slots]            # arrays of your own, by slot
            call.force_y -= 0.5 * call.read("velocity_y")

        program = wend.Program([{"seek": {}},
                                wend.CustomForce(wind, reads=["velocity_y"], weight=2),
                                {"locomotion": {"max_force": 20, "max_speed": 6, "mass": 1}}])
        agents = program.zeros(50)
        program.run(agents, dt=1)
        self.assertTrue((agents["velocity_x"] == 6).all())

    def test_slots_ids_draws_state_and_faults(self):
        count = 1000
        seen = {"ids": np.zeros(count, np.uint32), "draws": np.zeros(count, np.uint32)}

        def look(call):
            self.assertLessEqual(call.count, 512)
            self.assertEqual((round(call.dt, 6), call.tick, call.seed), (0.1, 7, 1))
            slots = call.slots
            seen["ids"][slots] = call.ids
            seen["draws"][slots] = call.draw(3)
            call.write("wander_angle")[:] += np.float32(0.25)
            call.fault(call.ids % 10 == 3)
            with self.assertRaises(ValueError):
                call.read("mass")[0] = 1
            with self.assertRaises(KeyError):
                call.read("target_x")
            return False

        force = wend.CustomForce(look, reads=["mass"], writes=["wander_angle"], draws=True)
        program = wend.Program([force, {"locomotion": {"max_force": 20, "max_speed": 3}}])
        self.assertTrue(program.draws)
        ids = np.arange(count, dtype=np.uint32)[::-1].copy()
        draws = []
        for view in (program.zeros(count, mass=np.ones(count, np.float32), id=ids),
                     program.zeros(count, mass=np.ones(count, np.float32))):
            result = program.run(view, dt=0.1, tick=7, seed=1)
            self.assertEqual(result.faults, 100)
            own = ids if "id" in view else np.arange(count)
            self.assertTrue(np.array_equal(seen["ids"], own))
            self.assertTrue(np.array_equal(view["wander_angle"], np.where(own % 10 == 3, 0, 0.25).astype(np.float32)))
            draws.append(seen["draws"][np.argsort(own)].copy())
        self.assertTrue(np.array_equal(*draws))  # they belong to ids
        self.assertGreater(len(np.unique(draws[0])), 990)

    def test_a_locomotion(self):
        def drift(call):
            for axis, force in (("x", call.force_x), ("y", call.force_y)):
                call.write("velocity_" + axis)[:] = force
                call.write("position_" + axis)[:] += force * np.float32(call.dt)

        program = wend.Program([{"seek": {}}, wend.CustomLocomotion(drift)])
        view = program.zeros(700, target_x=np.full(700, 8, np.float32), max_speed=np.full(700, 2, np.float32))
        self.assertEqual(program.run(view, dt=0.5), wend.Result(0, None))
        self.assertTrue((view["velocity_x"] == 2).all())
        self.assertTrue((view["position_x"] == 1).all())

    def test_an_assigned_force_is_a_force(self):
        def add(call):
            call.force_x += np.float32(2) * call.slots
            call.force_y -= 1

        def assign(call):
            call.force_x = 2.0 * call.slots
            call.force_y = -1

        views = []
        for function in (add, assign):
            program = wend.Program([wend.CustomForce(function), {"locomotion": LIMITS}])
            views.append(program.zeros(900))
            self.assertEqual(program.run(views[-1], dt=0.1), wend.Result(0, None))
        self.assertTrue((views[0]["position_y"] < 0).all())
        for name, array in views[0].items():
            self.assertEqual(array.tobytes(), views[1][name].tobytes(), name)

        def too_long(call):
            call.force_x = np.zeros(call.count + 1)

        def to_a_locomotion(call):
            call.force_x = 1

        def read_only(call):
            call.dt = 1

        for stages, error, message in (
            ([wend.CustomForce(too_long), {"locomotion": LIMITS}], ValueError, "broadcast"),
            ([{"seek": {}}, wend.CustomLocomotion(to_a_locomotion)], ValueError, "read-only"),
            ([wend.CustomForce(read_only), {"locomotion": LIMITS}], AttributeError, "dt|set"),
        ):
            program = wend.Program(stages)
            with self.subTest(message), self.assertRaisesRegex(error, message):
                program.run(program.zeros(4), dt=0.1)
        with self.assertRaisesRegex(AttributeError, "position_x"):
            views[0].position_x = np.zeros(900, np.float32)

    def test_exceptions_are_raised_again_and_their_agents_are_faults(self):
        def fail(call):
            call.write("wander_angle")[:] = 1
            if 5 in call.slots:
                raise RuntimeError("no wind today")

        program = wend.Program([wend.CustomForce(fail, writes=["wander_angle"]), {"locomotion": LIMITS}])
        for threads in ("serial", "tbb"):
            view = program.zeros(3000)
            with self.assertRaisesRegex(RuntimeError, "no wind today"):
                program.run(view, dt=0.1, threads=threads)
            self.assertEqual(view["wander_angle"][5], 0)
            self.assertEqual(view["wander_angle"][2999], 1)
        with self.assertRaisesRegex(RuntimeError, "no wind today"):
            program.validate(view, dt=0.1)
        self.assertEqual(program.run(program.zeros(4), dt=0.1), wend.Result(0, None))  # nothing is left of it

    def test_refusals(self):
        code = wend.Code
        nothing = lambda call: None  # noqa: E731
        last = {"locomotion": LIMITS}
        cases = [
            ([wend.CustomForce(None), last], code.NULL_FUNCTION, "function is None, must be callable"),
            ([wend.CustomForce(nothing, reads=["positon_x"]), last], code.UNKNOWN_STREAM, 'reads[0] is "positon_x"'),
            ([wend.CustomForce(nothing, reads="mass"), last], code.BAD_ARGUMENT, "reads is 'mass', must be a list"),
            ([wend.CustomForce(nothing, writes=["position_x"]), last], code.INVALID_PROGRAM, "position_x"),
            ([wend.CustomForce(nothing)], code.INVALID_PROGRAM, "custom_force"),
            ([wend.CustomForce(nothing, weight=1e19), last], code.PARAMETER_OUT_OF_RANGE, "weight is 1e+19"),
            ([wend.CustomForce(nothing), "seek", last], code.BAD_WORDS, "/1: expected {name: {parameter: value}}"),
            ([wend.CustomForce(nothing), {"seek": {"weight": [1, 2, 3]}}, last], code.BAD_WORDS, "/1/seek/weight: expected a number"),
            ([wend.CustomForce(nothing), {"seke": {}}, last], code.BAD_WORDS, 'did you mean "seek"?'),
        ]
        for stages, expected, message in cases:
            with self.subTest(message), self.assertRaises(wend.Error) as caught:
                wend.Program(stages)
            self.assertIn(message, str(caught.exception))
            self.assertEqual(caught.exception.code, expected)


class OpenPrograms(unittest.TestCase):
    def test_targets_are_words_or_points(self):
        points = np.full(50, 3, np.float32), np.full(50, -4, np.float32)
        by_stream = wend.Program([{"flee": {"target": "other_target"}}, {"locomotion": LIMITS}])
        expected = by_stream.zeros(50, other_target_x=points[0], other_target_y=points[1])
        by_stream.run(expected, dt=0.1)
        for point in ((3, -4), [3.0, -4.0], np.array([3, -4], np.float32)):
            program = wend.Program([{"flee": {"target": point}}, {"locomotion": LIMITS}])
            self.assertNotIn("other_target_x", {use.name for use in program.streams})
            view = program.zeros(50)
            program.run(view, dt=0.1)
            self.assertEqual(program.state_hash(view), by_stream.state_hash(expected))
        with self.assertRaises(wend.Error):
            wend.Program([{"flee": {"target": (1, 2, 3)}}, {"locomotion": LIMITS}])

    def test_tune(self):
        program = wend.Program([{"flee": {"target": (0, 0)}}, {"locomotion": LIMITS}])
        view, expected = program.zeros(50), program.zeros(50)
        program.tune(0, target=(3, -4), weight=np.float32(0.5))
        program.tune(1, composition="prioritised", max_force=5)
        program.run(view, dt=0.1)
        limits = {**LIMITS, "max_force": 5, "composition": "prioritised"}
        wend.Program([{"flee": {"target": (3, -4), "weight": 0.5}}, {"locomotion": limits}]).run(expected, dt=0.1)
        self.assertTrue(np.array_equal(view["position_x"], expected["position_x"]))
        code = wend.Code
        for stage, given, expected_code, message in [
            (0, {"wieght": 1}, code.BAD_WORDS, 'did you mean "weight"?'),
            (0, {"weight": 1e19}, code.PARAMETER_OUT_OF_RANGE, "weight is 1e+19"),
            (0, {"target": "target"}, code.NOT_TUNABLE, "other streams"),
            (5, {"weight": 1}, code.NOT_TUNABLE, "stage is 5, must be in [0, 2)"),
        ]:
            with self.subTest(message), self.assertRaises(wend.Error) as caught:
                program.tune(stage, **given)
            self.assertIn(message, str(caught.exception))
            self.assertEqual(caught.exception.code, expected_code)

    def test_forces(self):
        program = wend.Program([{"seek": {}}, {"locomotion": {**LIMITS, "max_force": 0.5}}])
        view = program.zeros(20, target_x=np.full(20, 9, np.float32), outputs=["force_x", "steering_force_x"])
        program.forces(view, dt=0.1)
        self.assertTrue((view["force_x"] == 3).all())
        self.assertTrue((view["steering_force_x"] == 0.5).all())
        self.assertTrue((view["position_x"] == 0).all())
        for name, array in view.items():
            array.flags.writeable = name == "force_x"
        view["force_x"][:] = 0
        fixed = {name: array for name, array in view.items() if name != "steering_force_x"}
        program.forces(wend.View(fixed), dt=0.1)
        self.assertTrue((view["force_x"] == 3).all())
        with self.assertRaises(wend.Error) as caught:
            program.forces(wend.View(view), dt=0.1)
        self.assertEqual((caught.exception.code, caught.exception.subject), (wend.Code.READ_ONLY_STREAM, "steering_force_x"))
        with self.assertRaises(wend.Error) as caught:
            program.forces(program.zeros(20), dt=0.1)
        self.assertEqual(caught.exception.subject, "force_x")

    def test_explain(self):
        program = wend.Program(STAGES)
        view = population()
        view["target_y"][41] = np.nan
        view["velocity_x"][41] = 2e18
        found = [program.explain(view, 41, dt=0.1, tick=0, skip=skip) for skip in range(3)]
        self.assertEqual([bad and bad.stream for bad in found], ["target_y", "velocity_x", None])
        self.assertEqual(found[1].stage, 0)
        self.assertAlmostEqual(found[1].value / 2e18, 1, places=6)
        self.assertIn("must be in [-1e+18, 1e+18]", found[1].message)
        self.assertIsNone(program.explain(view, 40, dt=0.1, tick=0))
        with self.assertRaises(wend.Error) as caught:
            program.explain(view, 5000, dt=0.1, tick=0)
        self.assertEqual(caught.exception.subject, "slot")

    def test_eight_ticks_back_and_forward(self):
        program, clock = wend.Program(STAGES), wend.Clock(dt=0.03, seed=3)
        view = population()
        snapshot = np.empty(program.snapshot_bytes(view), np.uint8)
        for _ in range(4):
            tick = clock.tick
            program.save(view, into=snapshot)
            program.run(view, **clock.next(8))
            after = program.state_hash(view)
            program.restore(view, snapshot)
            clock.tick = tick
            program.run(view, **clock.next(8))
            self.assertEqual(program.state_hash(view), after)
        program.restore(view, program.save(view).tobytes())
        self.assertEqual(program.state_hash(view), after)
        for bad, message in ((snapshot[:-1], "cut off"), (np.zeros_like(snapshot), "no snapshot")):
            with self.assertRaises(wend.Error) as caught:
                program.restore(view, bad)
            self.assertIn(message, str(caught.exception))
            self.assertEqual(caught.exception.code, wend.Code.BAD_SNAPSHOT)
        self.assertEqual(program.state_hash(view), after)
        with self.assertRaises(wend.Error):
            program.save(view, into=snapshot[:-1])
        with self.assertRaises(wend.Error):
            program.save(view, into=snapshot.view(np.int8))


class PreparedRuns(unittest.TestCase):
    def setUp(self):
        self.program = wend.Program(STAGES)
        self.view = population()
        self.view["velocity_x"][700] = np.nan
        self.moved = copy_of(self.view)
        self.result = self.program.run(self.moved, **TICKS)

    def test_blocks_in_any_order_on_any_threads(self):
        for isa in wend.isas():
            for workers in (1, 3):
                view = copy_of(self.view)
                prepared = self.program.prepare(view, **TICKS, block=64, isa=isa)
                self.assertEqual(prepared.block_count, 16)  # 1003 agents, the first 5 lanes in
                blocks = list(range(prepared.block_count))[::-1]
                with concurrent.futures.ThreadPoolExecutor(workers) as pool:
                    list(pool.map(lambda block: prepared.run(block, block + 1), blocks))
                self.assertEqual(prepared.finish(), self.result)
                for name, array in view.items():
                    self.assertEqual(array.tobytes(), self.moved[name].tobytes(), name)
        prepared = self.program.prepare(copy_of(self.view), dt=0.1, tick=0, workers=2)
        prepared.run(0, prepared.block_count)
        self.assertEqual(prepared.finish().faults, 1)

    def test_its_memory_outlives_finish(self):
        prepared = self.program.prepare(copy_of(self.view), **TICKS)
        prepared.run(0, prepared.block_count)
        memory = weakref.ref(next(kept for kept in prepared._unfinished.peek()[2] if isinstance(kept, np.ndarray)))
        answer, there = self.program._answer, []
        self.program._answer = lambda *arguments: (there.append(memory() is not None), answer(*arguments))[1]
        self.assertEqual(prepared.finish(), self.result)
        self.assertEqual(there, [True])
        self.assertIsNone(memory())

    def test_nothing_to_run(self):
        prepared = self.program.prepare(self.program.zeros(0), dt=0.1, tick=0)
        self.assertEqual(prepared.block_count, 0)
        prepared.run(0, 0)
        self.assertEqual(prepared.finish(), wend.Result(0, None))

    def test_it_keeps_what_it_needs_and_may_be_abandoned(self):
        arrays = {name: array.copy() for name, array in self.view.items()}
        prepared = wend.Program(STAGES).prepare(wend.View(arrays, first_id=5), **TICKS)
        kept = arrays["position_x"]
        del arrays
        gc.collect()
        prepared.run(0, prepared.block_count)
        prepared.finish()
        self.assertEqual(kept.tobytes(), self.moved["position_x"].tobytes())
        for _ in range(3):
            self.program.prepare(copy_of(self.view), **TICKS)
        gc.collect()

    def test_exceptions_of_custom_stages(self):
        def fail(call):
            raise RuntimeError("no wind today")

        program = wend.Program([wend.CustomForce(fail), {"locomotion": LIMITS}])
        prepared = program.prepare(program.zeros(100), dt=0.1)
        prepared.run(0, prepared.block_count)
        with self.assertRaisesRegex(RuntimeError, "no wind today"):
            prepared.finish()

    def test_refusals(self):
        code = wend.Code
        prepared = self.program.prepare(self.view, **TICKS, block=64)
        hunters = wend.Program([{"pursue": {"quarry": "agent"}}, {"locomotion": LIMITS}])
        finished = self.program.prepare(self.view, **TICKS)
        finished.finish()
        cases = [
            (lambda: prepared.run(3, 17), code.BAD_ARGUMENT, "blocks are [3, 17), must be in [0, 16)"),
            (lambda: prepared.run(-1, 2), code.BAD_ARGUMENT, "blocks are [-1, 2), must be in [0, 16)"),
            (lambda: finished.run(0, 1), code.BAD_ARGUMENT, "the run is finished"),
            (finished.finish, code.BAD_ARGUMENT, "the run is finished"),
            (lambda: self.program.prepare(self.view, dt=0.1), code.MISSING_TICK, "the call has no tick"),
            (lambda: self.program.prepare(self.view, **TICKS, workers=-1), code.BAD_ARGUMENT, "workers is -1"),
            (lambda: hunters.prepare(hunters.zeros(9), **TICKS), code.ONE_TICK_ONLY, "takes one tick"),
        ]
        for function, expected, message in cases:
            with self.subTest(message), self.assertRaises(wend.Error) as caught:
                function()
            self.assertIn(message, str(caught.exception))
            self.assertEqual(caught.exception.code, expected)
        prepared.finish()


class Programs(unittest.TestCase):
    def test_from_json(self):
        for text in (json.dumps(STAGES), json.dumps({"dt": 1, "stages": STAGES}).encode()):
            self.assertEqual(wend.Program.from_json(text).stages, ("seek", "wander", "locomotion"))
        self.assertEqual(repr(wend.Program(STAGES)), "<wend.Program: seek, wander, locomotion>")

    def test_what_it_says_of_itself(self):
        program = wend.Program(STAGES)
        self.assertTrue(program.draws)
        self.assertFalse(program.looks_at_others)
        uses = {use.name: use for use in program.streams}
        self.assertEqual(uses["target_x"].use, "input")
        self.assertEqual(uses["wander_angle"], wend.StreamUse("wander_angle", np.dtype(np.float32), "state"))
        self.assertEqual(wend.stream_dtypes()["path_distance"], np.float64)
        avoiding = wend.Program([{"avoid_neighbours": {}}, {"locomotion": {"max_force": 1, "max_speed": 1, "mass": 1}}])
        optional = [use.name for use in avoiding.streams if use.use == "optional"]
        self.assertEqual(optional, ["body_radius", "groups", "neighbour_horizon", "neighbour_radius", "neighbour_weight",
                                    "priority", "responsibility", "seen_groups"])
        self.assertNotIn("groups", avoiding.zeros(3))

    def test_every_scenario_is_a_program(self):
        paths = wend.Paths([[(0, 0), (10, 0), (10, 10)]])
        scenarios = sorted((SOURCE / "bench/scenarios/behaviours").glob("*.json"))
        self.assertGreater(len(scenarios), 20)
        for scenario in scenarios:
            with self.subTest(scenario.name):
                wend.Program.from_json(scenario.read_text(), paths)

    def test_a_flow_field_with_costs(self):
        costs = np.ones((20, 20), np.float32)
        costs[5:15, 9:11] = 20  # a swamp across the straight way
        field = {"area": [0, 0, 20, 20], "columns": 20, "rows": 20, "goals": [(19, 10)], "speed": 2}
        highest = []
        for given in ({}, {"costs": costs.ravel()}):
            program = wend.Program(
                [{"flow_follow": {"field": {**field, **given}}}, {"locomotion": {"max_force": 20, "max_speed": 2, "mass": 1}}]
            )
            view = program.zeros(1, position_x=np.array([1], np.float32), position_y=np.array([10], np.float32))
            highest.append(0.0)
            for _ in range(30):
                program.run(view, dt=1 / 30, count=15)
                highest[-1] = max(highest[-1], abs(float(view["position_y"][0]) - 10))
            self.assertGreater(view["position_x"][0], 17)
        self.assertLess(highest[0], 1)
        self.assertGreater(highest[1], 4)

    def test_a_flow_field_in_an_array(self):
        rows, columns, area = 4, 5, (0, 0, 20, 16)
        wind = np.random.default_rng(3).uniform(-2, 2, (rows, columns, 2)).astype(np.float32)
        limits = {"locomotion": {"max_force": 20, "max_speed": 2, "mass": 1}}
        start = np.linspace(1, 15, 50, dtype=np.float32)

        def program_with(field):
            return wend.Program([{"flow_follow": {"field": field, "weight": 0.5}}, limits])

        def moved(program):
            view = program.zeros(start.size, position_x=start.copy(), position_y=start[::-1].copy())
            program.run(view, dt=1 / 30, count=15)
            return program.state_hash(view)

        def copied():
            words = {"area": area, "columns": columns, "rows": rows}
            return program_with({**words, "velocity_x": wind[:, :, 0].ravel(), "velocity_y": wind[:, :, 1].ravel()})

        viewed = program_with(wend.FlowFieldView(wind, area))
        gc.collect()  # the program keeps the array
        before = moved(copied())
        self.assertEqual(moved(viewed), before)
        wind[1:3, 2] = (1, -1)
        self.assertEqual(moved(viewed), moved(copied()))
        self.assertNotEqual(moved(viewed), before)
        viewed.tune(0, weight=0.25)
        self.assertNotEqual(moved(viewed), moved(copied()))
        wind[:] = np.nan
        view = viewed.zeros(3)
        self.assertEqual(viewed.run(view, dt=0.1).faults, 3)

        for field, refusal in (
            (lambda: wend.FlowFieldView([[1, 2]], area), "velocities: expected an array of shape (rows, columns, 2), found list"),
            (lambda: wend.FlowFieldView(wind[0], area), "velocities: expected an array of shape (rows, columns, 2), found (5, 2)"),
            (lambda: wend.FlowFieldView(wind[:, ::2], area), "velocities: the array is not contiguous"),
            (lambda: wend.FlowFieldView(wind.astype(float), area), "velocities: dtype is float64, must be float32"),
            (lambda: wend.FlowFieldView(wind, (0, 0, 1)), "area: expected (min_x, min_y, max_x, max_y), found (0, 0, 1)"),
            (lambda: program_with(wend.FlowFieldView(wind, (0, 0, 0, 1))), "rectangle area has a side of 0"),
            (lambda: program_with(wend.FlowFieldView(wind[:1], area)), "rows"),
            (
                lambda: wend.Program([{"avoid_obstacles": {"obstacles": {"circles": [[0, np.nan, 1]]}}}, {"flow_follow": {"field": wend.FlowFieldView(wind, area)}}, limits]),
                "program: /0/avoid_obstacles/obstacles/circles/0/1 is nan, must be a finite number",
            ),
            (lambda: wend.Program([{"seek": {"field": wend.FlowFieldView(wind, area)}}, limits]), 'field is set in a stage of kind "seek"'),
            (lambda: viewed.tune(0, field=wend.FlowFieldView(wind, area)), "field: a flow field in an array is its array"),
        ):
            with self.assertRaises(wend.Error) as refused:
                field()
            self.assertIn(refusal, str(refused.exception))

    def test_a_flow_planner(self):
        shape, area, goals = (30, 40), (0, 0, 20, 15), [(18, 7), (2, 12)]
        costs = np.ones(shape)
        costs[:, 20] = 50  # words have no infinity

        def field(places):
            words = {"area": area, "columns": 40, "rows": 30, "goals": places, "costs": costs.ravel(), "clearance": 0.3, "speed": 1.5}
            return {**words, "obstacles": {"walls": [[[3, 3], [9, 4]]], "circles": [[12, 5, 1]]}}

        def moved(given):
            program = wend.Program([{"flow_follow": {"field": given}}, {"locomotion": {"max_force": 20, "max_speed": 2, "mass": 1}}])
            view = program.zeros(50, position_x=np.linspace(1, 19, 50, dtype=np.float32), position_y=np.linspace(1, 14, 50, dtype=np.float32))
            program.run(view, dt=1 / 30, count=60)
            return program.state_hash(view)

        program_of_places = wend.Program([{"wander": {}}, {"locomotion": {"max_force": 1, "max_speed": 1, "mass": 1}}])
        planner = wend.FlowPlanner(shape, area, goals, costs, clearance=0.3, speed=1.5)
        planner.add_obstacle((3, 3), (9, 4))
        planner.add_obstacle((12, 5), radius=1)
        planner.add_obstacle((12, 5), radius=3)
        self.assertFalse(planner.advance(10))
        planner.remove_obstacle((12, 5), radius=3)
        self.assertTrue(planner.advance())
        self.assertEqual(moved(planner), moved(field(goals)))
        costs[14:16, 20] = 2
        planner.set_costs(costs[14:16, 19:22], row=14, column=19)
        planner.set_goals(goals[:1])
        crowd = program_of_places.zeros(2, position_x=np.array([4.5, 5], np.float32), position_y=np.array([4, 4], np.float32))
        planner.set_crowd(crowd, 3)
        while not planner.advance():
            pass
        self.assertNotEqual(moved(planner), moved(field(goals[:1])))
        planner.set_crowd(crowd, 0)
        while not planner.advance(100):
            pass
        self.assertEqual(moved(planner), moved(field(goals[:1])))
        self.assertAlmostEqual(np.hypot(*planner.velocity(3, 5)), 1.5, places=5)
        program = wend.Program([{"flow_follow": {"field": planner}}, {"locomotion": {}}])
        for message, function in (
            ("columns is 2, must be in [1, 1]", lambda: planner.set_costs(np.ones((1, 2)), column=39)),
            ("costs is -1", lambda: planner.set_costs([[-1]])),
            ("costs: expected an array (rows, columns), found (1,)", lambda: planner.set_costs([1])),
            ("goals: expected points (x, y), found []", lambda: planner.set_goals([])),
            ("goals: expected points (x, y), found 5", lambda: wend.FlowPlanner(shape, area, 5)),
            ("shape: expected (rows, columns), found 5", lambda: wend.FlowPlanner(5, area, goals)),
            ("obstacle is 0, must be in [1, 1e+18]", lambda: planner.remove_obstacle((18, 7), radius=0.5)),
            ("obstacle: expected points (x, y), found 5, None", lambda: planner.add_obstacle(5)),
            ('planner is set in a stage of kind "seek"', lambda: wend.Program([{"seek": {"field": planner}}, {"locomotion": {}}])),
            ("field: a flow field in an array", lambda: program.tune(0, field=planner)),
        ):
            with self.subTest(message), self.assertRaises(wend.Error) as refused:
                function()
            self.assertIn(message, str(refused.exception))

    def test_paths(self):
        square = np.array([(0, 0), (10, 0), (10, 10), (0, 10)])
        paths = wend.Paths([wend.Path(square, closed=True), square[:3], wend.Path(square, offsets=[1, 2])])
        self.assertEqual(len(paths), 3)
        self.assertEqual(paths.length(0), 40)
        self.assertEqual(paths.length(1), 20)
        self.assertAlmostEqual(paths.length(1, "loop"), 20 + 200**0.5, places=5)
        self.assertTrue(np.array_equal(paths.nodes(1), square[:3]))
        program = wend.Program([{"waypoint_advance": {"speed": 3}}], paths)
        del paths
        gc.collect()
        view = program.zeros(2, path=np.array([0, 1], np.int32), direction=np.ones(2, np.int32), outputs=["path_distance"])
        program.run(view, dt=1.0, count=4)
        self.assertTrue(np.array_equal(view["position_x"], np.array([10, 10], np.float32)))
        self.assertTrue(np.array_equal(view["position_y"], np.array([2, 2], np.float32)))
        self.assertEqual(view["path_distance"].tolist(), [12, 12])


    def test_progress(self):
        paths = wend.Paths([[(0, 0), (10, 0), (10, 10)]])
        names = ("path_deviation", "path_remaining", "still_time", "still_x", "still_y")
        view = wend.View(
            position_x=np.array([4, 7], np.float32),
            position_y=np.array([0.5, 5], np.float32),
            path=np.zeros(2, np.int32),
            node=np.array([1, 2], np.uint32),
            **{name: np.zeros(2, np.float32) for name in names},
        )
        self.assertEqual(view.measure_progress(paths, "node", 0.5), wend.ProgressCounts(with_path=2, off_path=1, stuck=0))
        self.assertEqual((view["path_deviation"].tolist(), view["path_remaining"].tolist()), ([0.5, 3], [16, 5]))
        self.assertEqual(view["still_x"].tolist(), [4, 7])
        counts = view.measure_progress(paths, "node", 2, mode="loop", max_deviation=3, stuck_after=2)
        self.assertEqual(counts, wend.ProgressCounts(2, 0, 2))
        self.assertAlmostEqual(float(view["path_remaining"][1]), 5 + 200**0.5, places=5)

    def test_formation(self):
        program = wend.Program(
            [
                {"offset_pursue": {"quarry": "agent", "slowing_radius": 1, "weight": 4}},
                {"locomotion": {"max_force": 20, "max_speed": 3, "mass": 1}},
            ]
        )
        view = program.zeros(4)
        view["position_x"][:] = [0, 9, 4, 5]
        view["velocity_y"][3] = 2
        self.assertEqual(view.assign_formation(3, [(0, -4), (0, 5)]).tolist(), [1, 0, -1, -1])
        self.assertEqual(view["target_agent"].tolist(), [3, 3, -1, -1])
        self.assertEqual(view["offset_y"].tolist(), [5, -4, 0, 0])
        places = np.zeros((3, 4))[:, ::2]
        self.assertEqual(sorted(view.only(np.arange(3)).assign_formation(3, places).tolist()), [-1, 0, 1, 2])
        self.assertEqual(view.assign_formation(3, []).tolist(), [-1] * 4)
        for message, code, leader, offsets in (
            ("leader is -1, must be in [0, 2147483648)", wend.Code.BAD_ARGUMENT, -1, places),
            ("leader is 4, must be in [0, 4)", wend.Code.PARAMETER_OUT_OF_RANGE, 4, places),
            ("offset 0: y is nan", wend.Code.PARAMETER_OUT_OF_RANGE, 3, [(0, np.nan)]),
            ("offsets: an array of shape (places, 2) is needed", wend.Code.BAD_ARGUMENT, 3, [1, 2]),
        ):
            with self.assertRaises(wend.Error) as caught:
                view.assign_formation(leader, offsets)
            self.assertEqual((caught.exception.code, message in str(caught.exception)), (code, True), caught.exception)

    def test_path_pool(self):
        pool = wend.PathPool(paths=4, points=40, longest=20, queued=8, undone=20)
        line = [(0, 0), (10, 0)]
        numbers = [pool.add(line), pool.add(wend.Path([(0, 0), (0, 5), (5, 5)], closed=True)), pool.add(line)]
        self.assertEqual(numbers, [0, 1, 2])
        self.assertEqual((len(pool.paths), pool.paths.length(0)), (4, 10))
        program = wend.Program([{"waypoint_advance": {"speed": 1}}], pool.paths)
        view = program.zeros(3, path=np.array([0, 1, 2], np.int32), direction=np.ones(3, np.int32))
        pool.replace(0, [(0, 0), (0, 10)])
        pool.replace_many([2, 1], [(3, 0), (3, 9), (1, 1), (4, 1), (8, 1)], [2, 5])
        program.run(view, dt=1.0)
        self.assertEqual(view["position_x"].tolist(), [0, 2, 3])
        self.assertEqual(view["position_y"].tolist(), [1, 1, 1])
        view["position_x"][2] = 3.5
        view["position_y"][2] = 4
        view.only(np.array([2])).start_on_paths(pool.paths)
        self.assertEqual((view["segment"].tolist(), view["segment_distance"].tolist()), ([0, 0, 0], [1, 1, 4]))
        view.only(np.array([2])).start_on_paths(pool.paths, mode="loop", start="first")
        self.assertEqual(view["segment_distance"].tolist(), [1, 1, 0])
        at_nodes = wend.View(view, node=np.uint32([0, 0, 1]))
        at_nodes.only(np.array([2])).start_on_paths(pool.paths, start="node")
        self.assertEqual((view["segment"].tolist(), view["segment_distance"].tolist()), ([0, 0, 0], [1, 1, 9]))
        at_nodes["node"][2] = 2
        with self.assertRaises(wend.Error) as beyond:
            at_nodes.start_on_paths(pool.paths, start="node")
        self.assertEqual(beyond.exception.code, wend.Code.PARAMETER_OUT_OF_RANGE)
        view["segment_distance"][2] = 1
        pool.release(0)
        self.assertEqual(program.run(view, dt=1.0).faults, 0)
        self.assertEqual(view["position_y"].tolist(), [1, 1, 2])
        self.assertEqual((pool.generation(0), pool.add(line), pool.generation(0)), (0, 0, 2))
        pool.queue(1, 1, [(0, 0), (2, 2), (4, 2)])
        mark = pool.mark
        self.assertEqual((pool.apply_queued().tolist(), len(pool.paths.nodes(1))), ([1], 3))
        pool.restore(mark)
        self.assertEqual((pool.mark, len(pool.paths.nodes(1))), (mark, 3))
        self.assertEqual(pool.paths.nodes(1).tolist(), [[1, 1], [4, 1], [8, 1]])
        for code, change in (
            (wend.Code.UNKNOWN_PATH, lambda: pool.release(3)),
            (wend.Code.FULL_POOL, lambda: pool.add(np.zeros((21, 2)) + np.arange(21)[:, None])),
            (wend.Code.TOO_FEW_POINTS, lambda: pool.replace(0, [(1, 1), (1, 1)])),
            (wend.Code.NAMED_TWICE, lambda: pool.replace_many([1, 1], line + line, [2, 4])),
            (wend.Code.LENGTH_MISMATCH, lambda: pool.replace_many([1], line, [1, 2])),
            (wend.Code.FULL_POOL, lambda: wend.PathPool(0, 1, 1)),
        ):
            with self.assertRaises(wend.Error) as refused:
                change()
            self.assertEqual(refused.exception.code, code)


    def test_overlaps_are_resolved_beside_a_pool(self):
        pool = wend.ObstaclePool(area=(0, 0, 20, 20), cell_size=4, obstacles=2, entries=40)
        pool.add((10, 0), (10, 20))
        program = wend.Program([{"resolve_overlaps": {"body_radius": 1, "obstacles": pool}}])
        view = program.zeros(2, position_x=np.float32([9.5, 9.0]), position_y=np.full(2, 5, np.float32))
        program.run(view, dt=0, count=50)
        self.assertLess(view["position_x"].max(), 10)
        self.assertGreater(view["position_x"][0] - view["position_x"][1], 1.99)

    def test_neighbours_behind_a_pool_are_not_seen(self):
        pool = wend.ObstaclePool(area=(0, 0, 20, 20), cell_size=4, obstacles=2, entries=40)
        door = pool.add((10, 0), (10, 20))
        limits = {"max_force": 100, "max_speed": 50, "mass": 1}
        for kind in ("separation", "social_force"):
            program = wend.Program([{kind: {"occluders": pool}}, {"locomotion": limits}])
            view = program.zeros(2, position_x=np.float32([9.5, 10.5]), position_y=np.full(2, 5, np.float32))
            program.run(view, dt=0.1, tick=0)
            self.assertEqual(list(view["velocity_x"]), [0, 0])
            pool.move(door, (10, 6), (10, 20))
            program.run(view, dt=0.1, tick=1)
            self.assertLess(view["velocity_x"][0], 0)
            pool.move(door, (10, 0), (10, 20))
            for code, change in (
                (wend.Code.NOT_TUNABLE, lambda: program.tune(0, occluders=pool)),
                (wend.Code.BAD_WORDS, lambda: wend.Program([{kind: {"obstacles": {}}}, {"locomotion": limits}])),
                (wend.Code.BAD_WORDS, lambda: wend.Program([{kind: {"occluders": {"lines": []}}}, {"locomotion": limits}])),
            ):
                with self.assertRaises(wend.Error) as refused:
                    change()
                self.assertEqual(refused.exception.code, code)

    def test_obstacle_pool(self):
        pool = wend.ObstaclePool(area=(0, 0, 20, 20), cell_size=4, obstacles=2, entries=40, undone=1)
        door = pool.add((10, 0), (10, 20))
        limits = {"max_force": 100, "max_speed": 50, "mass": 1}
        program = wend.Program([{"external_force": {}}, {"locomotion": {**limits, "obstacles": pool}}])
        view = program.zeros(1, position_x=np.full(1, 9, np.float32), position_y=np.full(1, 5, np.float32))

        def step(velocity):
            view["velocity_x"][:] = velocity
            program.run(view, dt=0.1)
            return view["position_x"][0]

        self.assertLess(step(20), 10)
        mark = pool.mark
        pool.move(door, (14, 0), (14, 20))
        pool.restore(mark)
        self.assertLess(step(20), 10)
        pool.move(door, (14, 0), (14, 20))
        self.assertEqual((step(30) > 10, step(30) < 14), (True, True))
        self.assertEqual((pool.generation(door), pool.add((1, 1), radius=0.5), pool.generation(1)), (1, 1, 1))
        pool.remove(door)
        self.assertEqual((pool.generation(door), step(30) > 14), (0, True))
        # An agent at rest is pushed by an obstacle that comes near.
        avoiding = wend.Program([{"avoid_obstacles": {"obstacles": pool}}, {"locomotion": limits}])
        view = avoiding.zeros(1, position_x=np.full(1, 4, np.float32), position_y=np.full(1, 1, np.float32))
        avoiding.run(view, dt=0.01)
        self.assertEqual(view["velocity_x"][0], 0)
        pool.move(1, (1, 1), radius=0.5, velocity=(2, 0))
        avoiding.run(view, dt=0.01)
        self.assertGreater(view["velocity_x"][0], 0)
        # By orca its body stops at a wall.
        wall = pool.add((8, -5), (8, 5))
        walking = wend.Program([{"external_force": {}}, {"orca": {"obstacles": pool, "body_radius": 0.5}},
                                {"locomotion": limits}])
        arrays = {"position_x": 4, "position_y": 1, "velocity_x": 3, "external_force_x": 1, "priority": 2}
        view = walking.zeros(1, **{name: np.full(1, value, np.float32) for name, value in arrays.items()})
        walking.run(view, dt=0.02, count=500)
        self.assertAlmostEqual(float(view["position_x"][0]), 7.5, places=3)
        pool.remove(wall)
        for code, change in (
            (wend.Code.UNKNOWN_OBSTACLE, lambda: pool.remove(0)),
            (wend.Code.PARAMETER_OUT_OF_RANGE, lambda: pool.add((0, 0), (1, 1), radius=1)),
            (wend.Code.FULL_POOL, lambda: pool.add((0, 0), (300, 300))),
            (wend.Code.BAD_ARGUMENT, lambda: pool.add((0, 0), velocity=3)),
            (wend.Code.NOT_TUNABLE, lambda: avoiding.tune(0, obstacles=pool)),
        ):
            with self.assertRaises(wend.Error) as refused:
                change()
            self.assertEqual(refused.exception.code, code)


class Corridors(unittest.TestCase):
    def test_points(self):
        gaps = [[(0, 1), (0, -1)], [(4, 2), (4, -2)]]
        made = wend.corridor((-5, 0), gaps, (9, 0))
        self.assertEqual(made.tolist(), [[-5, 0], [0, 1], [0, -1], [4, 2], [4, -2], [9, 0]])
        self.assertEqual(wend.corridor((-5, 0), np.array(gaps, np.float32)[::-1], [9, 0])[1].tolist(), [4, 2])
        self.assertEqual(wend.corridor((-5, 0), [], (9, 0)).tolist(), [[-5, 0], [9, 0]])
        square = np.array([(0, 0), (1, 0), (1, 1), (0, 1)])
        triangle = [(1, 0), (2, 0), (1, 1)]
        made = wend.polygon_corridor((0.5, 0.5), [square, triangle], (1.5, 0.25))
        self.assertEqual(made.tolist(), [[0.5, 0.5], [1, 1], [1, 0], [1.5, 0.25]])
        self.assertEqual(len(wend.polygon_corridor((0.5, 0.5), [], (1.5, 0.25))), 2)
        made = wend.cell_corridor((1, 1), [0, 1, 5], (3, 4), (0, 0, 8, 6), (3, 3))
        self.assertEqual(made.tolist(), [[1, 1], [2, 2], [4, 2], [3, 3]])
        made = wend.lane([(0, 0), (10, 0), (10, 10)], 2)
        self.assertEqual(made.tolist(), [[0, 0], [9, 1], [10, -1], [9, 1], [11, 0], [10, 10]])

    def test_agents_follow(self):
        pool = wend.PathPool(paths=1, points=8, longest=8)
        pool.add(wend.lane([(0, 0), (10, 0), (10, 10)], 4))
        walker = {"max_force": 100, "max_speed": 2, "mass": 1}
        program = wend.Program([{"portal_follow": {"body_radius": 0.5}}, {"locomotion": walker}], pool.paths)
        view = program.zeros(1, outputs=["finished"])
        program.run(view, dt=0.05, count=400)
        self.assertEqual(view["finished"].tolist(), [1])
        self.assertLess(np.hypot(view["position_x"][0] - 10, view["position_y"][0] - 10), 1)

    def test_new_way(self):
        """docs/navmesh.md"""
        pool = wend.PathPool(paths=1, points=8, longest=8)
        number, slot = pool.add([(0, 0), (1, 0)]), 0
        program = wend.Program([{"portal_follow": {}}, {"locomotion": {"max_force": 1, "max_speed": 1}}], pool.paths)
        view = program.zeros(1, segment=np.uint32([6]))
        start, goal = (0.5, 0.5), (1.5, 0.25)
        polygons = [[(0, 0), (1, 0), (1, 1), (0, 1)], [(1, 0), (2, 0), (1, 1)]]
        pool.replace(number, wend.polygon_corridor(start, polygons, goal))
        view.only(np.array([slot])).start_on_paths(pool.paths, start="first")
        self.assertEqual((len(pool.paths.nodes(number)), view["segment"].tolist()), (4, [0]))


class Queries(unittest.TestCase):
    """Against plain NumPy over all agents."""

    def setUp(self):
        random = np.random.default_rng(7)
        self.places = random.uniform(-10, 10, (500, 2)).astype(np.float32)
        self.points = random.uniform(-12, 12, (60, 2)).astype(np.float32)
        self.ids = random.permutation(500).astype(np.uint32)
        self.view = wend.View(position=self.places, id=self.ids)
        self.index = wend.AgentIndex(600)
        self.assertEqual(self.index.build(self.view, body_radius=0.3), 0)

    def around(self, points, itself=False):
        """Slots of all agents by (squared distance, id) of each point, and the squared distances."""
        offsets = self.places[None] - np.asarray(points, np.float32)[:, None]
        squared = offsets[..., 0] ** 2 + offsets[..., 1] ** 2
        if itself:
            np.fill_diagonal(squared, np.inf)
        order = np.lexsort((np.broadcast_to(self.ids, squared.shape), squared))
        return order, np.take_along_axis(squared, order, 1)

    def test_nearest(self):
        for points in (None, self.points):
            order, squared = self.around(self.places, True) if points is None else self.around(points)
            for k in (1, 8, 40):
                slots, distances = self.index.nearest(k, points)
                np.testing.assert_array_equal(slots, order[:, :k])
                np.testing.assert_array_equal(distances, np.sqrt(squared[:, :k]))
        slots, distances = self.index.nearest(502, self.points, ignored=np.arange(60), max_threads=1)
        np.testing.assert_array_equal(slots[:, 499:], -1)
        np.testing.assert_array_equal(distances[:, 499:], np.inf)
        self.assertFalse((slots == np.arange(60)[:, None]).any())
        self.assertEqual(self.index.nearest(3, [(np.nan, 0)])[0].tolist(), [[-1, -1, -1]])

    def test_within(self):
        for points, radius in ((None, 1), (self.points, 2), (self.points, 50)):
            order, squared = self.around(self.places, True) if points is None else self.around(points)
            offsets, slots, distances = self.index.within(radius, points)
            near = squared <= np.float32(radius) ** 2
            np.testing.assert_array_equal(np.diff(offsets), near.sum(1))
            np.testing.assert_array_equal(slots, order[near])
            np.testing.assert_array_equal(distances, np.sqrt(squared[near]))

    def test_cast(self):
        start, end = self.points[:30].astype(np.float64), self.points[30:].astype(np.float64)
        length = np.linalg.norm(end - start, axis=1)[:, None]
        way = (end - start) / length
        to = self.places[None] - start[:, None]
        along, beside = (to * way[:, None]).sum(2), way[:, :1] * to[..., 1] - way[:, 1:] * to[..., 0]
        touch = np.float64(np.float32(0.3)) + 0.5
        with np.errstate(invalid="ignore"):
            at = along - np.sqrt(touch**2 - beside**2)
        at = np.where((along > 0) & (at <= length), np.maximum(at, 0), np.inf)
        at[np.linalg.norm(to, axis=2) <= touch] = 0
        at[np.isnan(at)] = np.inf
        slots, distances = self.index.cast(start, end, radius=0.5, k=3)
        np.testing.assert_allclose(distances, np.sort(at, 1)[:, :3], rtol=1e-5, atol=1e-5)
        np.testing.assert_allclose(np.take_along_axis(at, slots.astype(int), 1)[slots >= 0], distances[slots >= 0],
                                   rtol=1e-5, atol=1e-5)
        self.assertEqual(self.index.cast([(50, 50)], [(60, 60)])[0].tolist(), [[-1]])

    def test_contacts(self):
        offsets = self.places[None] - self.places[:, None]
        squared = offsets[..., 0] ** 2 + offsets[..., 1] ** 2
        first, second = np.nonzero((squared < np.float32(0.6) ** 2) & (self.ids[:, None] < self.ids[None]))
        order = np.lexsort((self.ids[second], self.ids[first]))
        pairs = self.index.contacts()
        self.assertGreater(len(pairs), 64)
        np.testing.assert_array_equal(pairs, np.stack([first, second], 1)[order])

    def test_wrap_and_selection(self):
        self.places[0], self.places[1] = (-9.9, 0), (9.9, 0)
        self.places[2] = np.nan
        self.assertEqual(self.index.build(self.view, wrap=(-10, -10, 10, 10)), 1)
        slots, distances = self.index.nearest(1, [(-9.9, 0)], ignored=[0])
        self.assertLessEqual(float(distances[0, 0]), 0.21)
        self.index.build(self.view.only(np.array([0, 1])), wrap=(-10, -10, 10, 10))
        slots, distances = self.index.nearest(1)
        self.assertEqual(slots[:3, 0].tolist(), [1, 0, -1])
        np.testing.assert_allclose(distances[:2, 0], 0.2, rtol=1e-4)

    def test_refusals(self):
        for code, subject, make in (
            ("FULL_POOL", "agents", lambda: wend.AgentIndex(9).build(self.view)),
            ("EMPTY_RECTANGLE", "wrap", lambda: self.index.build(self.view, wrap=(0, 0, 0, 1))),
            ("PARAMETER_OUT_OF_RANGE", "radius", lambda: self.index.within(-1)),
            ("BAD_ARGUMENT", "points", lambda: self.index.nearest(1, [1, 2])),
            ("BAD_ARGUMENT", "ignored", lambda: self.index.nearest(1, [(1, 2)], ignored=[1.5])),
            ("BAD_ARGUMENT", "k", lambda: self.index.nearest(-1)),
            ("LENGTH_MISMATCH", "end", lambda: self.index.cast([(0, 0)], self.points)),
        ):
            with self.assertRaises(wend.Error) as refused:
                make()
            self.assertEqual((refused.exception.code, refused.exception.subject), (wend.Code[code], subject))


class Journals(unittest.TestCase):
    def record(self, file, program, view, frames=12, **options):
        with wend.JournalWriter(program, view, file, **options) as journal:
            for tick in range(frames):
                if tick % 4 == 1:
                    view["target_x"][tick] += 3
                if tick == 6:
                    program.tune(0, weight=0.25)
                journal.run(view, dt=0.03, tick=tick, seed=3)
            self.assertTrue(journal.works)
        self.assertFalse(journal.works)
        return program.state_hash(view)

    def test_a_ring_writes_the_last_calls(self):
        program, view = wend.Program(STAGES), population()
        with wend.JournalRing(program, view, calls=10) as ring:
            self.assertFalse(ring.works)
            for tick in range(47):
                view["target_x"][tick] += 3
                ring.run(view, dt=0.03, tick=tick, seed=3)
            self.assertTrue(ring.works)
            for write in range(2):
                file = io.BytesIO()
                ring.write(file)
                journal = wend.Journal(file.getvalue())
                calls = list(journal)
                self.assertEqual(calls[-1].tick, 46)
                self.assertTrue(10 <= len(calls) < 20, len(calls))
                self.assertEqual((journal.damage, journal.state_hash()), ("", program.state_hash(view)))
            full = OSError("the disk is full")

            class Full(io.BytesIO):
                def write(self, _):
                    raise full

            with self.assertRaises(OSError) as raised:
                ring.write(Full())
            self.assertIs(raised.exception, full)
        with self.assertRaisesRegex(wend.Error, "the journal is closed"):
            ring.write(io.BytesIO())
        with self.assertRaisesRegex(wend.Error, "calls is 0, must be 1 or more"):
            wend.JournalRing(program, view, calls=0)
        with self.assertRaises(wend.Error) as small:
            wend.JournalRing(program, view, calls=5, bytes=100)
        self.assertEqual(small.exception.code, wend.Code.MISSING_WORKSPACE)

    def test_runs_again_on_every_isa(self):
        file = io.BytesIO()
        last = self.record(file, wend.Program(STAGES), population())
        for isa in wend.isas():
            journal = wend.Journal(file.getvalue())
            calls = 0
            for call in journal:
                self.assertEqual((call.number, call.tick, call.seed, call.count), (calls, calls, 3, 1))
                self.assertEqual(call.changed, ("target_x",) if calls % 4 == 1 else ())
                self.assertEqual(call.tuned, calls == 6)
                self.assertFalse(call.other_agents)
                self.assertEqual(len(journal.stream("position_x")), 1003)
                self.assertEqual(journal.run(isa=isa).faults, call.faults)
                self.assertEqual(journal.state_hash(), call.hash)
                calls += 1
            self.assertEqual((calls, journal.damage, journal.state_hash()), (12, "", last))

    def test_declared_changes(self):
        file, program, view = io.BytesIO(), wend.Program(STAGES), population()
        with wend.JournalWriter(program, view, file, declared_changes=True) as journal:
            for tick in range(6):
                view["target_y"][tick] += 1
                if tick != 4:
                    journal.changed("target_y", "position_x")
                journal.run(view, dt=0.03, tick=tick)
            with self.assertRaisesRegex(wend.Error, "streams is 'here', must be the name of a stream"):
                journal.changed("here")
        read, differ = wend.Journal(file.getvalue()), []
        for call in read:
            read.run()
            if read.state_hash() != call.hash:
                differ.append(call.number)
        self.assertEqual(differ, [4, 5])  # from the call on whose change was not named

    def test_custom_stages_files_and_calls_that_run_by_themselves(self):
        def wind(call):
            call.force_x += 1

        program = wend.Program([{"seek": {}}, wend.CustomForce(wind), STAGES[-1]])
        with tempfile.TemporaryDirectory() as folder:
            name = Path(folder) / "game.wend"
            last = self.record(name, program, population(), custom_stages=["wind"], hash_every=0)
            journal = wend.Journal(name, {"wind": wend.CustomForce(wind)})
            self.assertEqual([call.hash for call in journal], [None] * 12)
            self.assertEqual(journal.state_hash(), last)
            with self.assertRaises(wend.Error) as caught:
                wend.Journal(name)
            self.assertEqual(caught.exception.code, wend.Code.BAD_JOURNAL)
            self.assertIn('needs the custom_force "wind"', str(caught.exception))
            cut = name.read_bytes()[:-1]
        journal = wend.Journal(cut, {"wind": wend.CustomForce(wind)})
        self.assertEqual(len(list(journal)), 12)
        self.assertEqual(journal.damage, "is cut off within a block")

    def test_refusals(self):
        class Full(io.BytesIO):
            def write(self, block):
                if self.tell() > 50_000:
                    raise OSError("the disk is full")
                return super().write(block)

        program, view, file = wend.Program(STAGES), population(), Full()
        journal = wend.JournalWriter(program, view, file)
        with self.assertRaisesRegex(OSError, "the disk is full"):
            for tick in range(1000):
                view["target_x"][:] += 1
                journal.run(view, dt=0.03, tick=tick)
        self.assertFalse(journal.works)
        journal.run(view, dt=0.03, tick=tick + 1)  # the game goes on
        journal.close()
        with self.assertRaisesRegex(wend.Error, "the journal is closed"):
            journal.run(view, dt=0.03)
        read = wend.Journal(file.getvalue())
        self.assertGreater(len(list(read)), 1)
        self.assertEqual(read.damage, "has no end: its writer was stopped")
        with self.assertRaisesRegex(wend.Error, "no call waits"):
            read.run()
        with self.assertRaisesRegex(wend.Error, "the journal has no stream path"):
            read.stream("path")
        for foreign in (b"", b"foreign bytes", bytes(100)):
            with self.assertRaises(wend.Error) as caught:
                wend.Journal(foreign)
            self.assertEqual(caught.exception.code, wend.Code.BAD_JOURNAL)


class Refusals(unittest.TestCase):
    def refuses(self, message, code, function, *arguments, **named):
        with self.assertRaises(wend.Error) as caught:
            function(*arguments, **named)
        self.assertIn(message, str(caught.exception))
        self.assertEqual(caught.exception.code, code)
        return caught.exception

    def test_progress(self):
        paths = wend.Paths([[(0, 0), (10, 0), (10, 10)]])
        x = np.zeros(2, np.float32)
        view = wend.View(position_x=x, position_y=x, path=np.zeros(2, np.int32), node=np.zeros(2, np.uint32))
        for message, change in (
            ("place is 'corner', must be one of node, segment, portal", lambda: view.measure_progress(paths, "corner", 1)),
            ("paths: wend.Paths are needed, found list", lambda: view.measure_progress([], "node", 1)),
            ("dt is '1', must be a number", lambda: view.measure_progress(paths, "node", "1")),
            ("mode is 'twice', must be one of", lambda: view.measure_progress(paths, "node", 1, mode="twice")),
        ):
            self.refuses(message, wend.Code.BAD_ARGUMENT, change)
        self.refuses("segment", wend.Code.MISSING_STREAM, lambda: view.measure_progress(paths, "portal", 1))
        self.refuses(
            "stuck_after is 0, must be",
            wend.Code.PARAMETER_OUT_OF_RANGE,
            lambda: view.measure_progress(paths, "node", 1, stuck_after=0),
        )

    def test_corridors(self):
        ends, gap, grid = [(0, 0), (9, 0)], [(4, 1), (4, -1)], ((3, 4), (0, 0, 8, 6), (7, 5))
        code = wend.Code
        for message, reason, function, *arguments in (
            ("portals, number 1 is without a width", code.BAD_CORRIDOR, wend.corridor, (0, 0), [gap, ends[:1] * 2], (9, 0)),
            ("point 3: coordinate is nan", code.BAD_POINT, wend.corridor, (0, 0), [gap], (9, np.nan)),
            ("portals: expected pairs of points", code.BAD_ARGUMENT, wend.corridor, (0, 0), gap, (9, 0)),
            ("start: expected a point (x, y), found 3", code.BAD_ARGUMENT, wend.corridor, 3, [gap], (9, 0)),
            ("polygons, number 0 is without an edge", code.BAD_CORRIDOR, wend.polygon_corridor, (0, 0), [gap, ends], (9, 0)),
            ("polygons: a list", code.BAD_ARGUMENT, wend.polygon_corridor, (0, 0), 5, (9, 0)),
            ("polygons[1]: expected points", code.BAD_ARGUMENT, wend.polygon_corridor, (0, 0), [gap, [1, 2]], (9, 0)),
            ("cells, number 1 is outside", code.BAD_CORRIDOR, wend.cell_corridor, (0, 0), [1, 2**32 + 1], *grid),
            ("cells, number 0 is outside", code.BAD_CORRIDOR, wend.cell_corridor, (0, 0), [-1, 0], *grid),
            ("must be whole numbers", code.BAD_ARGUMENT, wend.cell_corridor, (0, 0), [0.5, 1], *grid),
            ("columns is 1", code.PARAMETER_OUT_OF_RANGE, wend.cell_corridor, (0, 0), [0], (3, 1), *grid[1:]),
            ("bends, number 0 is too sharp", code.BAD_CORRIDOR, wend.lane, [*ends, (9, 1)], 4),
            ("width is -1", code.PARAMETER_OUT_OF_RANGE, wend.lane, ends, -1),
            ("line: expected points (x, y)", code.BAD_ARGUMENT, wend.lane, "here", 1),
        ):
            self.refuses(message, reason, function, *arguments)

    def test_arrays(self):
        good = np.zeros(6, np.float32)
        code = wend.Code
        odd = np.zeros(6, np.dtype([("x", np.float32), ("kind", np.uint16)]))
        unaligned = np.zeros(28, np.uint8)[3:27].view(np.float32)
        packed = np.zeros(6, np.dtype([("kind", np.uint16), ("distance", np.float64), ("more", np.uint16)]))
        cases = [
            ("vellocity_x", good, "'vellocity_x' is no stream", code.UNKNOWN_STREAM),
            ("velocity_x", [0.0] * 6, "stream velocity_x: a NumPy array is needed, found list", code.BAD_ARGUMENT),
            ("velocity_x", np.zeros(6), "stream velocity_x: dtype is float64, must be float32", code.ELEMENT_TYPE_MISMATCH),
            ("velocity_x", good.astype(">f4"), "stream velocity_x: dtype is >f4, must be float32", code.ELEMENT_TYPE_MISMATCH),
            ("path", np.zeros(6, np.int64), "stream path: dtype is int64, must be int32", code.ELEMENT_TYPE_MISMATCH),
            ("velocity_x", np.zeros((3, 2), np.float32), "stream velocity_x: the array has 2 dimensions, must have 1", code.BAD_ARGUMENT),
            ("velocity_x", good[::-1], "stream velocity_x: stride is -4 bytes, must be a multiple of 4", code.BAD_STRIDE),
            ("velocity_x", odd["x"], "stream velocity_x: stride is 6 bytes, must be a multiple of 4", code.BAD_STRIDE),
            ("velocity_x", np.broadcast_to(good[0], 6), "stream velocity_x: stride is 0 bytes", code.BAD_STRIDE),
            ("velocity_x", unaligned, "stream velocity_x: the array begins ", code.MISALIGNED),
            ("segment_distance", packed["distance"], " above a multiple of 4, must begin at one", code.MISALIGNED),
        ]
        for name, array, message, expected in cases:
            with self.subTest(message):
                error = self.refuses(message, expected, wend.View, **{name: array})
                self.assertEqual(error.subject, name)
        self.refuses("workspace: the array is not aligned", code.MISALIGNED, wend.View, workspace=unaligned)
        slots = np.zeros(9, np.uint8)[1:].view(np.uint32)
        self.refuses("only: the array is not aligned", code.MISALIGNED, wend.View().only, slots)
        self.assertEqual(wend.View(velocity_x=unaligned[:0])["velocity_x"].size, 0)
        self.refuses("stream velocity_x is given twice", code.BAD_ARGUMENT, wend.View, {"velocity_x": good}, velocity_x=good)
        self.refuses("first_id is -1", code.BAD_ARGUMENT, wend.View, first_id=-1)

    def test_read_only_arrays_may_be_inputs_alone(self):
        program = wend.Program(STAGES)
        arrays = dict(population())
        arrays["target_x"].flags.writeable = False
        program.run(wend.View(arrays), dt=0.1, tick=0)
        arrays["velocity_x"].flags.writeable = False
        before = {name: array.copy() for name, array in arrays.items()}
        error = self.refuses("velocity_x", wend.Code.READ_ONLY_STREAM, program.run, wend.View(arrays), dt=0.1, tick=1)
        self.assertEqual(error.subject, "velocity_x")
        for name, array in arrays.items():
            self.assertTrue(np.array_equal(array, before[name]), name)

    def test_calls(self):
        program, code = wend.Program(STAGES), wend.Code
        view = population(10)
        cases = [
            ({"dt": 0.1}, "tick", code.MISSING_TICK),
            ({"dt": -1, "tick": 0}, "dt is -1", code.PARAMETER_OUT_OF_RANGE),
            ({"dt": 0.1, "tick": -1}, "tick is -1", code.BAD_ARGUMENT),
            ({"dt": 0.1, "tick": 0, "count": 2**32}, "count is 4294967296", code.BAD_ARGUMENT),
            ({"dt": 0.1, "tick": 0, "seed": 2**64}, "seed is", code.BAD_ARGUMENT),
            ({"dt": 0.1, "tick": 0, "isa": "avx1024"}, 'isa is "avx1024"', code.UNKNOWN_ISA),
            ({"dt": 0.1, "tick": 0, "threads": "many"}, "threads is 'many'", code.BAD_ARGUMENT),
        ]
        for named, message, expected in cases:
            with self.subTest(message):
                self.refuses(message, expected, program.run, view, **named)
        error = self.refuses("the call has no tick", code.MISSING_TICK, program.run, view, dt=0.1)
        self.assertEqual(error.subject, "tick")
        self.assertNotIn("first_tick", str(error))
        missing = {name: array for name, array in view.items() if name != "target_y"}
        error = self.refuses("target_y", code.MISSING_STREAM, program.run, wend.View(missing), dt=0.1, tick=0)
        self.assertEqual((error.subject, error.stage), ("target_y", 0))
        shorter = {**view, "target_y": np.zeros(9, np.float32)}
        self.refuses("streams target_y and position_x differ in length: 9 and 10 elements", code.LENGTH_MISMATCH, program.run, wend.View(shorter), dt=0.1, tick=0)

    def test_arguments_of_another_type(self):
        program, view, paths = wend.Program(STAGES), population(10), wend.Paths([[(0, 0), (1, 0)]])
        ticks, last, geometry = {"dt": 0.1, "tick": 0}, STAGES[2], type("LineString", (), {})()
        prepared = program.prepare(view, **ticks)
        lines = {"obstacles": {"lines": [[[0, 0], [1, 1]], geometry]}}
        code = wend.Code
        cases = [
            ("tick is [0, 5], must be a whole number", lambda: program.run(view, dt=0.1, tick=[0, 5])),
            ("tick is 0.5, must be a whole number", lambda: program.run(view, dt=0.1, tick=0.5)),
            ("count is '3', must be a whole number", lambda: program.run(view, **ticks, count="3")),
            ("seed is None, must be a whole number", lambda: program.run(view, **ticks, seed=None)),
            ("dt is [0.1, 0.2], must be a number", lambda: program.run(view, dt=[0.1, 0.2], tick=0)),
            ("dt is '0.1', must be a number", lambda: program.run(view, dt="0.1", tick=0)),
            ("isa is 5, must be the name of an instruction set", lambda: program.run(view, **ticks, isa=5)),
            ("threads is ['tbb'], must be one of tbb, serial", lambda: program.run(view, **ticks, threads=["tbb"])),
            ("max_threads is 'all', must be a whole number", lambda: program.run(view, **ticks, max_threads="all")),
            ("view: a wend.View is needed, found dict", lambda: program.state_hash(dict(view))),
            ("view: a wend.View or a list of them is needed, found dict", lambda: program.run(dict(view), **ticks)),
            ("view: a wend.View is needed, found int", lambda: program.run([view, 5], **ticks)),
            ("view: a wend.View is needed, found list", lambda: program.prepare([view], **ticks)),
            ("others: a wend.View is needed, found dict", lambda: view.look_at(dict(view))),
            ("slot is 'a', must be a whole number", lambda: program.explain(view, "a", **ticks)),
            ("snapshot: bytes are needed, found int", lambda: program.restore(view, 5)),
            ("count is (3,), must be a whole number", lambda: program.zeros((3,))),
            ("count is 1.5, must be a whole number", lambda: wend.Clock(0.1).next(1.5)),
            ("stage is 'seek', must be a whole number", lambda: program.tune("seek", weight=1)),
            ("begin is 'a', must be a whole number", lambda: view.slice("a", 5)),
            ("end is 1.5, must be a whole number", lambda: prepared.run(0, 1.5)),
            ("edge is 'a', must be a number", lambda: view.sort_by_cell("a")),
            ("first_id is 'a', must be a whole number", lambda: wend.View(first_id="a")),
            ("streams: a mapping from names to arrays is needed, found list", lambda: wend.View([1])),
            ("paths: wend.Paths are needed, found list", lambda: wend.Program(STAGES, [[(0, 0), (1, 0)]])),
            ("paths: a list of paths is needed, found LineString", lambda: wend.Paths(geometry)),
            ("path 1: points are ", lambda: wend.Paths([[(0, 0), (1, 0)], geometry])),
            ("path 0: offsets are 'abc', must be numbers", lambda: wend.Paths([wend.Path([(0, 0)], offsets="abc")])),
            ("path is '0', must be a whole number", lambda: paths.length("0")),
            ("area: expected (min_x, min_y, max_x, max_y), found 'all'", lambda: wend.FlowFieldView(np.zeros((2, 2, 2), np.float32), "all")),
            ("stages: a list of stages is needed, found int", lambda: wend.Program(5)),
            ("text: str or bytes are needed, found dict", lambda: wend.Program.from_json({})),
        ]
        for message, function in cases:
            with self.subTest(message):
                self.refuses(message, code.BAD_ARGUMENT, function)
        for message, function in [
            ("program: /1/avoid_obstacles/obstacles/lines/1 is a LineString, must be", lambda: wend.Program([{"seek": {}}, {"avoid_obstacles": lines}, last])),
            ("program: /0/flee/target is a LineString, must be", lambda: wend.Program([{"flee": {"target": geometry}}, last])),
            ("program: /0/seek has the key 5, must have names", lambda: wend.Program([{"seek": {5: 1}}, last])),
            ("program: /0/seek/weight: expected a number", lambda: program.tune(0, weight=geometry)),
        ]:
            with self.subTest(message):
                self.refuses(message, code.BAD_WORDS, function)
        prepared.finish()

    def test_words_may_have_underscores(self):
        paths = wend.Paths([[(0, 0), (10, 0)]])
        for mode in ("ping-pong", "ping_pong"):
            wend.Program([{"path_follow": {"mode": mode}}, STAGES[2]], paths)
            self.assertEqual(paths.length(0, mode), 10)
        self.refuses("must be one of once, loop, ping-pong", wend.Code.BAD_ARGUMENT, paths.length, 0, "pingpong")

    def test_whole_numbers_have_all_their_digits(self):
        program = wend.Program(STAGES)
        view = population(20_000)
        shorter = {**view, "target_y": np.zeros(19_999, np.float32)}
        self.refuses("19999 and 20000 elements", wend.Code.LENGTH_MISMATCH, program.run, wend.View(shorter), dt=0.1, tick=0)

    def test_programs(self):
        code = wend.Code
        self.refuses('did you mean "seek"?', code.BAD_WORDS, wend.Program, [{"seke": {}}])
        self.refuses("weight is 1e+19", code.PARAMETER_OUT_OF_RANGE, wend.Program, [{"seek": {"weight": 1e19}}, STAGES[2]])
        for bad in (np.nan, np.float32("inf"), [1, (2, -np.inf)]):
            error = self.refuses(
                "program: /1/separation/radius", code.PARAMETER_OUT_OF_RANGE, wend.Program, [{"seek": {}}, {"separation": {"radius": bad}}, STAGES[2]]
            )
            self.assertEqual(error.stage, 1)
        self.refuses("needs a path set", code.BAD_WORDS, wend.Program, [{"waypoint_advance": {}}])
        self.refuses("program:1:1", code.BAD_WORDS, wend.Program.from_json, "seek")
        self.refuses("points have shape (3,)", code.BAD_ARGUMENT, wend.Paths, [[1, 2, 3]])
        self.refuses("point 1", code.BAD_POINT, wend.Paths, [[(0, 0), (np.nan, 0)]])
        self.refuses("path 0", code.EMPTY_PATH, wend.Paths, [[]])
        self.assertTrue(issubclass(wend.Error, ValueError))


class Library(unittest.TestCase):
    def test_structs_lie_as_in_c(self):
        layout = (SOURCE / "tests/c/layout.txt").read_text().splitlines()
        structs = {
            re.sub("([A-Z])", r"_\1", name).lower().replace("_c", "wend", 1): struct
            for name, struct in vars(_api).items()
            if name.startswith("C") and isinstance(struct, type) and issubclass(struct, ctypes.Structure)
        }
        seen = set()
        for line in layout:
            name, *numbers = line.split()
            struct, _, member = name.partition(".")
            if struct not in structs:
                continue
            seen.add(struct)
            if member:
                field = getattr(structs[struct], member)
                self.assertEqual([field.offset, field.size], [int(number) for number in numbers], name)
            else:
                self.assertEqual(ctypes.sizeof(structs[struct]), int(numbers[0]), name)
        self.assertEqual(seen, set(structs))

    def test_a_library_that_is_not_there(self):
        environment = {**os.environ, "PYTHONPATH": str(SOURCE / "kernels/python"), "WEND_LIBRARY": "/no/such/library.so"}
        failed = subprocess.run([sys.executable, "-B", "-c", "import wend"], env=environment, capture_output=True, text=True)
        self.assertEqual(failed.returncode, 1)
        self.assertIn("ImportError: wend: /no/such/library.so", failed.stderr)
        self.assertIn("set WEND_LIBRARY", failed.stderr)


if __name__ == "__main__":
    unittest.main()

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// The npm package as its consumer sees it: package.sh runs this in a folder that it was installed in.
import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { resolve } from "node:path";
import { test } from "node:test";
import { Worker } from "node:worker_threads";
import * as wendPackage from "wend";

const { Clock, compile, hasVectors, load, WendError } = wendPackage;
const require = createRequire(import.meta.url);
const file = name => resolve("node_modules/wend", name);

const locomotion = { locomotion: { max_force: 20, max_speed: 6, mass: 1 } };
const wander = [{ seek: {} }, { wander: { weight: 0.5 } }, locomotion];
const flock = [{ separation: {} }, { alignment: {} }, { cohesion: {} }, locomotion];
const dt = 1 / 60, seed = 7;

const wend = await load();

/// A start that differs from agent to agent; angles within the half turn that `trusted` takes.
function start(streams) {
    Object.entries(streams).forEach(([name, array], k) => {
        const [low, width] = name === "wander_angle" ? [-3, 6] : [-20, 50];
        for (let i = 0; i < array.length; i++) array[i] = low + ((Math.imul(i + 1, 0x9e3779b1 + 2 * k) >>> 0) / 2 ** 32) * width;
    });
    return streams;
}
const inside = (program, count) => {
    const view = program.zeros(count);
    start(view.streams);
    return view;
};
const arraysOf = (program, count) =>
    start(Object.fromEntries(program.streams.filter(({ use }) => use === "input" || use === "state").map(({ name, type }) => [name, new type(count)])));
const outside = (program, count, options) => wend.view(arraysOf(program, count), options);
const bytesOf = view => Object.values(view.streams).map(array => Buffer.from(array.slice().buffer).toString("hex")).join();

const refused = (call, code, message, about = {}) =>
    assert.throws(call, error => {
        assert.ok(error instanceof WendError, String(error));
        assert.equal(error.code, code);
        assert.match(error.message, message);
        for (const key in about) assert.equal(error[key], about[key]);
        return true;
    });

test("optional streams in another memory are read", () => {
    const program = wend.program([{ avoid_neighbours: {} }, locomotion]), count = 5;
    assert.deepEqual(program.streams.filter(({ use }) => use === "optional").map(({ name }) => name), ["body_radius", "groups", "neighbour_horizon", "neighbour_radius", "neighbour_weight", "priority", "responsibility", "seen_groups"]);
    const view = wend.view({ ...arraysOf(program, count), body_radius: new Float32Array(count).fill(-1) });
    assert.equal(program.run(view, new Clock({ dt, seed }).next(1)).faults, count);
});

test("it exports what its types declare", () => {
    const declared = readFileSync(file("index.d.ts"), "utf8").matchAll(/^export (?:class|function) (\w+)/gm);
    assert.deepEqual(Object.keys(wendPackage).sort(), [...declared].map(([, name]) => name).sort());
});

test("the README's program runs", async () => {
    const [, program] = readFileSync(file("README.md"), "utf8").match(/```js\n([^`]*)```/);
    writeFileSync("readme.mjs", `${program}\nexport default agents.streams.position_x[5];\n`);
    const { default: moved } = await import(pathToFileURL(resolve("readme.mjs")));
    assert.ok(moved > 0);
});

test("modules are files of the package", () => {
    for (const name of ["wend.wasm", "wend_reference.wasm"]) assert.ok(WebAssembly.validate(readFileSync(require.resolve(`wend/${name}`))));
});

for (const [name, stages] of Object.entries({ wander, flock }))
    test(`${name}: the same bits on every instruction set, in its memory or another, in any number of ticks a call`, () => {
        const program = wend.program(stages), count = 997;
        assert.deepEqual(wend.isas, ["reference", "scalar", "simd128"]);
        const views = [inside(program, count), inside(program, count), outside(program, count), inside(program, count)];
        const runs = [{}, { isa: "reference" }, { isa: "scalar" }, { isa: "simd128" }, { trusted: true }];
        views.forEach((view, k) => {
            const clock = new Clock({ dt, seed });
            for (const ticks of k === 1 ? [24] : k === 2 ? [5, 1, 18] : Array(24).fill(1))
                assert.deepEqual(program.run(view, { ...clock.next(ticks), ...runs[k] }), { faults: 0, firstFault: null, capped: 0, notice: "" });
            assert.equal(clock.tick, 24);
        });
        assert.notEqual(bytesOf(views[0]), bytesOf(inside(program, count)));
        for (const view of views) {
            assert.equal(program.stateHash(view), program.stateHash(views[0]));
            assert.equal(bytesOf(view), bytesOf(views[0]));
        }
    });

test("draws belong to ids: two views of the halves give the whole's bits", () => {
    const program = wend.program(wander), count = 500, whole = outside(program, count), ticks = { dt, seed, tick: 3n, count: 9 };
    const halves = [0, 123].map((from, k) => {
        const to = k === 0 ? 123 : count;
        const streams = Object.fromEntries(Object.entries(whole.streams).map(([name, array]) => [name, array.slice(from, to)]));
        return wend.view(streams, { firstId: from });
    });
    for (const view of [whole, ...halves]) program.run(view, ticks);
    for (const name in whole.streams) assert.deepEqual([...halves[0].streams[name], ...halves[1].streams[name]], [...whole.streams[name]]);
});

test("several views in one call give the bits of one call each, and of the whole", () => {
    for (const [stages, see] of [[wander, "own_view"], [flock, "own_view"], [flock, "all_views"]]) {
        const program = wend.program(stages), count = 500, all = outside(program, count), ticks = { dt, seed, tick: 3 };
        const part = (from, to, place) => Object.fromEntries(Object.entries(all.streams).map(([name, array]) => [name, place(array.slice(from, to))]));
        const inWend = array => {
            const made = wend.allocate(array.constructor, array.length);
            made.set(array);
            return made;
        };
        const cuts = [[0, 123, array => array], [123, 123, inWend], [123, count, inWend]];
        const parts = () => cuts.map(([from, to, place]) => wend.view(part(from, to, place), { firstId: from }));
        const together = parts(), alone = parts();
        for (let tick = 0; tick < 5; tick++) {
            const result = program.runViews(together, { ...ticks, tick, see });
            assert.deepEqual(result, { faults: 0, firstFault: null, capped: 0, notice: "", firstFaultView: null });
            for (const view of alone) program.run(view, { ...ticks, tick });
            program.run(all, { ...ticks, tick });
        }
        if (see === "own_view") assert.deepEqual(together.map(bytesOf), alone.map(bytesOf));
        if (see === "all_views" || stages === wander)
            for (const name in all.streams) assert.deepEqual(together.flatMap(view => [...view.streams[name]]), [...all.streams[name]]);
    }
    const rooms = wend.program(wander), starts = [{ tick: 5, seed: 1 }, { tick: 2n ** 40n, seed: 2n ** 63n }, { tick: 0 }];
    const many = starts.map(() => inside(rooms, 70)), alone = starts.map(() => inside(rooms, 70));
    rooms.runViews(many, { dt, count: 3, starts });
    alone.forEach((view, i) => rooms.run(view, { dt, count: 3, seed: 0, ...starts[i] }));
    assert.deepEqual(many.map(bytesOf), alone.map(bytesOf));
    refused(() => rooms.runViews(many, { dt, starts: starts.slice(1) }), "BAD_VIEWS", /one start a view/);
    refused(() => rooms.runViews(many, { dt, starts: {} }), "BAD_ARGUMENT", /^starts: must be a list of { tick, seed }$/);
    refused(() => rooms.runViews(many, { dt, starts: [{}, {}, {}] }), "BAD_ARGUMENT", /^starts\[0\]\.tick is undefined, must be a whole number/);
    const program = wend.program(wander), views = [3, 4, 5].map(count => inside(program, count)), ticks = { dt, seed, tick: 0 };
    views[1].streams.velocity_x[2] = NaN;
    views[2].streams.velocity_x[0] = NaN;
    const { faults, firstFault, firstFaultView } = program.runViews(views, ticks);
    assert.deepEqual([faults, firstFault, firstFaultView], [2, 2, 1]);
    refused(() => program.runViews([views[0], views[0]], ticks), "BAD_ARGUMENT", /^views: one of them is given twice$/);
    refused(() => program.runViews(views[0], ticks), "BAD_ARGUMENT", /^views: must be a list of views$/);
    refused(() => program.runViews([views[0], null], ticks), "BAD_ARGUMENT", /^views\[1\]: must be a View$/);
    refused(() => program.runViews(views, { ...ticks, see: "all" }), "BAD_ARGUMENT", /^see is all, must be one of own_view, all_views$/);
    assert.equal(program.runViews([], ticks).faults, 0);
    const { target_x, ...rest } = inside(program, 3).streams;
    refused(() => program.runViews([views[0], wend.view(rest)], ticks), "MISSING_STREAM", /target_x/);
    views[1].free();
    refused(() => program.runViews(views, ticks), "BAD_ARGUMENT", /^views\[1\]: was freed$/);
});

test("a buffer of agents that enter and leave", () => {
    const program = wend.program(wander), agents = program.buffer(6, { streams: ["heading_x", "target_agent", "body_radius"] });
    const { id, position_x, target_agent, body_radius, mass } = agents.streams, ticks = { dt, seed, tick: 0 };
    const here = array => [...array.subarray(0, agents.length)];
    assert.deepEqual([agents.length, agents.capacity, agents.nextId, mass], [0, 6, 0, undefined]);
    assert.equal(program.run(agents, ticks).faults, 0);
    assert.equal(agents.spawn(4, { position_x: [1, 2, 3, 4], target_agent: Int32Array.of(3, 0, 1, 2), body_radius: 0.5 }), 0);
    assert.equal(agents.spawn(), 4);
    assert.deepEqual([here(id), here(position_x), here(target_agent)], [[0, 1, 2, 3, 4], [1, 2, 3, 4, 0], [3, 0, 1, 2, -1]]);
    assert.deepEqual(here(body_radius), [0.5, 0.5, 0.5, 0.5, 0]);

    // The agents that are there run as a view of them alone; the places behind them stay.
    position_x[5] = NaN;
    const names = Object.keys(agents.streams), same = wend.view(Object.fromEntries(names.map(name => [name, agents.streams[name].slice(0, 5)])));
    for (const view of [agents, same]) assert.equal(program.run(view, ticks).faults, 0);
    for (const name of names) assert.deepEqual(here(agents.streams[name]), [...same.streams[name]]);
    assert.equal(program.stateHash(agents), program.stateHash(same));
    assert.notEqual(position_x[0], 1);

    position_x.set([1, 2, 3, 4, 5]);
    assert.equal(agents.remove(0), 1);
    assert.deepEqual([here(id), here(position_x), here(target_agent)], [[4, 1, 2, 3], [5, 2, 3, 4], [-1, -1, 1, 2]]);
    assert.equal(agents.remove(Uint32Array.of(3, 1, 3)), 2);
    assert.deepEqual([here(id), here(target_agent)], [[4, 2], [-1, -1]]);
    assert.equal(agents.spawn(4, { id: [7, 9, 8, 20] }), 2);
    assert.deepEqual([here(id), agents.nextId, agents.slotOf(8), agents.slotOf(3)], [[4, 2, 7, 9, 8, 20], 21, 4, null]);
    assert.equal(agents.remove(Uint8Array.of(1, 0, 0, 1, 0, 1)), 3);
    assert.deepEqual(here(id), [8, 2, 7]);
    assert.equal(agents.remove([0, 1, 2]), 3);
    assert.equal(agents.remove([]), 0);
    agents.spawn();
    assert.deepEqual(here(id), [21]);
    assert.equal(program.run(agents, ticks).faults, 0);

    const before = bytesOf(agents);
    refused(() => agents.spawn(6), "BAD_ARGUMENT", /^count is 6, must be in \[0, 5\]: the buffer holds 1 of 6 agents$/);
    refused(() => agents.spawn(1, { speed: 1 }), "UNKNOWN_STREAM", /^speed is no stream of the buffer$/);
    refused(() => agents.spawn(2, { position_x: [1] }), "BAD_ARGUMENT", /^position_x: must be a number, or 2 of them$/);
    refused(() => agents.spawn(1, { target_agent: 0.5 }), "BAD_ARGUMENT", /^target_agent: 0.5 is no element of a Int32Array$/);
    refused(() => agents.remove(1), "BAD_SELECTION", /^agents: slot 1 is not in \[0, 1\)$/);
    refused(() => agents.remove(new Uint8Array(2)), "BAD_SELECTION", /^agents has 2 elements, must have 1, one an agent$/);
    refused(() => agents.remove("0"), "BAD_ARGUMENT", /^agents: must be a slot, a list of slots/);
    refused(() => program.buffer(-1), "BAD_ARGUMENT", /^capacity is -1, must be/);
    refused(() => program.buffer(1, { streams: ["place"] }), "UNKNOWN_STREAM", /^there is no stream place$/);
    assert.equal(bytesOf(agents), before);

    const chase = wend.program([{ pursue: { quarry: "agent" } }, locomotion]), hunted = outside(chase, 3);
    const hunters = chase.buffer(4, { others: hunted });
    hunters.spawn(3, { target_agent: [0, 1, 2] });
    hunters.remove(0);
    assert.deepEqual([...hunters.streams.target_agent.subarray(0, 2)], [2, 1]);
    chase.run(hunters, { dt });
    for (const buffer of [hunters, agents]) {
        buffer.free();
        refused(() => buffer.spawn(), "BAD_ARGUMENT", /^agents: was freed$/);
    }
});

test("a buffer keeps what a map of agents keeps", () => {
    const program = wend.program(flock), agents = program.buffer(300), model = new Map();
    let state = 1;
    const random = end => (state = Math.imul(state, 0x5851f42d) + 12345 >>> 0) % end;
    for (let round = 0; round < 300; round++) {
        const count = random(Math.min(40, agents.capacity - agents.length + 1)), first = agents.nextId;
        const slot = agents.spawn(count, { position_x: Float32Array.from({ length: count }, (_, i) => first + i) });
        for (let i = 0; i < count; i++) model.set(first + i, agents.streams.position_x[slot + i]);
        const gone = Array.from({ length: random(agents.length + 1) >> 1 }, () => random(agents.length));
        for (const one of gone) model.delete(agents.streams.id[one]);
        agents.remove(random(2) ? gone : Uint8Array.from({ length: agents.length }, (_, i) => (gone.includes(i) ? 1 : 0)));
        assert.equal(agents.length, model.size);
        for (let i = 0; i < agents.length; i++) assert.equal(agents.streams.position_x[i], model.get(agents.streams.id[i]));
    }
    assert.ok(agents.nextId > 1000);
    agents.free();
});

test("only some agents, by bytes and by slots", () => {
    const program = wend.program(wander), all = outside(program, 64), before = bytesOf(outside(program, 64));
    program.run(all, { dt, seed, tick: 0 });
    const slots = Uint32Array.of(3, 40), bytes = new Uint8Array(64);
    for (const slot of slots) bytes[slot] = 1;
    const [bySlots, byBytes] = [slots, bytes].map(only => outside(program, 64, { only }));
    for (const view of [bySlots, byBytes]) program.run(view, { dt, seed, tick: 0 });
    assert.equal(bytesOf(bySlots), bytesOf(byBytes));
    assert.notEqual(bytesOf(bySlots), before);
    for (const slot of slots) assert.equal(bySlots.streams.position_x[slot], all.streams.position_x[slot]);
    assert.notEqual(bySlots.streams.position_x[4], all.streams.position_x[4]);
    refused(() => outside(program, 64, { only: [1, 2] }), "BAD_ARGUMENT", /^only: must be a Uint8Array.*or a Uint32Array of slots$/);
    refused(() => program.run(outside(program, 64, { only: new Uint8Array(3) }), { dt, seed, tick: 0 }), "BAD_SELECTION", /3.*64/);
});

test("agents that look at those of another view", () => {
    const program = wend.program([{ separation: { radius: 100 } }, locomotion]), few = outside(program, 5), many = outside(program, 50);
    const looking = wend.view(few.streams, { others: many, firstId: 1000 }), alone = outside(program, 5);
    program.run(looking, { dt, tick: 0 });
    program.run(alone, { dt, tick: 0 });
    assert.notEqual(bytesOf(looking), bytesOf(alone));
    assert.equal(bytesOf(many), bytesOf(outside(program, 50)));
});

test("what another Wend made is refused by name", async () => {
    const other = await load({ bytes: 2 ** 25 }), program = wend.program(wander), view = inside(program, 8);
    const foreign = inside(other.program(wander), 8), before = bytesOf(foreign), ticks = { dt, tick: 0 }, saved = program.save(view);
    const calls = { run: [ticks], forces: [ticks], validate: [ticks], explain: [0, ticks], stateHash: [], stateHashes: [0, 1, 1], save: [], restore: [saved] };
    for (const [name, rest] of Object.entries(calls)) {
        refused(() => program[name](foreign, ...rest), "BAD_ARGUMENT", /^view: was made by another Wend, whose memory is another$/, { subject: "view" });
        for (const none of [undefined, null, foreign.streams]) refused(() => program[name](none, ...rest), "BAD_ARGUMENT", /^view: must be a View$/);
    }
    refused(() => wend.view(view.streams, { others: foreign }), "BAD_ARGUMENT", /^others: was made by another Wend/, { subject: "others" });
    refused(() => wend.view(view.streams, { others: {} }), "BAD_ARGUMENT", /^others: must be a View$/);
    const advance = [{ waypoint_advance: { speed: 1 } }], path = [[[0, 0], [1, 0]]];
    refused(() => wend.program(advance, other.paths(path)), "BAD_ARGUMENT", /^paths: were made by another Wend/, { subject: "paths" });
    refused(() => wend.program(advance, path), "BAD_ARGUMENT", /^paths: must be Paths$/);
    assert.equal(bytesOf(foreign), before);
    program.run(view, ticks);  // the heap is whole
});

test("an array is freed once, as a whole, and while no view binds it", () => {
    const program = wend.program(wander), ticks = { dt, seed, tick: 0 };
    const names = program.streams.filter(({ use }) => use !== "output").map(({ name }) => name);
    const streams = start(Object.fromEntries(names.map(name => [name, wend.allocate(Float32Array, 8)])));
    const view = wend.view(streams), array = streams.position_x;
    refused(() => wend.free(array), "BAD_ARGUMENT", /^array: a view binds it as position_x: free the view first$/, { subject: "array" });
    program.run(view, ticks);
    view.free();
    wend.free(array);
    refused(() => wend.free(array), "BAD_ARGUMENT", /^array: was freed$/);
    refused(() => wend.view(streams), "BAD_ARGUMENT", /^position_x: the array was freed$/, { subject: "position_x" });
    const again = wend.allocate(Float32Array, 8);  // where the other was: it is not freed in its place
    refused(() => wend.free(array), "BAD_ARGUMENT", /^array: was freed$/);
    for (const one of [again, ...Object.values(streams)]) if (one !== array) wend.free(one);

    const table = wend.allocate(Float32Array, 8 * names.length);
    const columns = start(Object.fromEntries(names.map((name, i) => [name, table.subarray(8 * i, 8 * i + 8)])));
    const only = wend.allocate(Uint8Array, 8).fill(1), parts = wend.view(columns, { only });
    refused(() => wend.free(table), "BAD_ARGUMENT", /^array: a view binds it as \w+: free the view first$/);
    refused(() => wend.free(only), "BAD_ARGUMENT", /^array: a view binds it as only: free the view first$/);
    refused(() => wend.free(columns[names[1]]), "BAD_ARGUMENT", /^array: must be one that allocate or zeros made, not a part of it$/);
    refused(() => wend.free([1]), "BAD_ARGUMENT", /not in wend's memory/);
    program.run(parts, ticks);
    parts.free();
    wend.free(table);
    wend.free(only);

    const zeros = program.zeros(8), borrower = wend.view(zeros.streams);
    refused(() => wend.free(zeros.streams.velocity_x), "BAD_ARGUMENT", /^array: a view binds it as velocity_x/);
    refused(() => zeros.free(), "BAD_ARGUMENT", /^view: another view binds its array as \w+: free that view first$/);
    program.run(zeros, ticks);
    borrower.free();
    zeros.free();
    zeros.free();
    refused(() => wend.view(zeros.streams), "BAD_ARGUMENT", /the array was freed$/);

    const flocking = wend.program(flock), seen = inside(flocking, 8), looking = outside(flocking, 4, { others: seen });
    seen.free();
    refused(() => flocking.run(looking, { dt, tick: 0 }), "BAD_ARGUMENT", /^others: was freed$/);
});

test("zeros: values that are legal in every stage, and outputs by their names", () => {
    // Of four nodes: a corridor of one portal too.
    const folder = process.env.WEND_SCENARIOS, paths = wend.paths([[[0, 0], [10, 10], [10, -10], [20, 0]]]);
    const files = readdirSync(folder).filter(name => name.endsWith(".json"));
    assert.ok(files.length > 20);
    for (const name of files) {
        const program = wend.program(readFileSync(`${folder}/${name}`, "utf8"), paths), view = program.zeros(3);
        assert.equal(program.run(view, { dt, tick: 0 }).faults, 0, name);
        view.free();
        program.free();
    }
    const program = wend.program(wander);
    refused(() => program.zeros(3, {}, { outputs: ["headng_x"] }), "UNKNOWN_STREAM", /^outputs: headng_x is no output of the program; its outputs are .*heading_x/, { subject: "headng_x" });
    refused(() => program.zeros(3, {}, { outputs: "heading_x" }), "BAD_ARGUMENT", /^outputs is heading_x, must be a list/);
    refused(() => program.zeros("a"), "BAD_ARGUMENT", /^count is a, must be a whole number/);
});

test("forces are given, and no agent moves", () => {
    const program = wend.program(wander), view = program.zeros(10, {}, { outputs: ["force_x", "force_y"] });
    view.streams.target_x.fill(30);
    program.forces(view, { dt, tick: 0, seed });
    assert.ok(view.streams.force_x.every(force => force > 0));
    assert.ok(view.streams.position_x.every(x => x === 0));
});

test("a state is saved and restored", () => {
    const program = wend.program(wander), view = inside(program, 100), saved = program.save(view), before = program.stateHash(view);
    program.run(view, { dt, tick: 0 });
    assert.notEqual(program.stateHash(view), before);
    program.restore(view, saved);
    assert.equal(program.stateHash(view), before);
    const agent = program.stateHashes(view, 57, 1, 1)[0], hashes = program.stateHashes(view, 50, 10, 6);
    assert.deepEqual([...hashes.slice(5)], [0n]);
    view.streams.position_x[57] += 1;
    const after = program.stateHashes(view, 50, 10, 6);
    assert.equal(BigInt.asUintN(64, after[0] - hashes[0]), BigInt.asUintN(64, program.stateHashes(view, 57, 1, 1)[0] - agent));
    assert.deepEqual([...after.slice(1)], [...hashes.slice(1)]);
    refused(() => program.stateHashes(view, 0, 0, 1), "PARAMETER_OUT_OF_RANGE", /^ids of a bucket is 0/);
    refused(() => program.stateHashes(view, 0, 1, -1), "BAD_ARGUMENT", /count/);
    refused(() => program.restore(view, saved.subarray(1)), "BAD_SNAPSHOT", /snapshot/);
    refused(() => program.restore(view, [...saved]), "BAD_ARGUMENT", /^snapshot: must be a Uint8Array that save gave$/);
    refused(() => program.restore(inside(program, 99), saved), "BAD_SNAPSHOT", /snapshot/);
});

const joined = blocks => new Uint8Array(Buffer.concat(blocks));

test("a journal has the calls, and runs them again on every instruction set", () => {
    for (const place of [inside, outside]) {
        const program = wend.program(flock), view = place(program, 50), blocks = [], hashes = [];
        const writer = program.record(view, block => blocks.push(block), { hashEvery: 2 });
        for (let tick = 0; tick < 6; tick++) {
            if (tick === 3) view.streams.velocity_x[7] = -1;
            if (tick === 4) program.tune(0, { weight: 3 });
            writer.run(view, { dt, tick, seed: 2n ** 63n, isa: wend.isas[tick % 3] });
            hashes.push(program.stateHash(view));
        }
        refused(() => writer.run(view, { dt: -1, tick: 6 }), "PARAMETER_OUT_OF_RANGE", /^dt is -1/);
        assert.ok(writer.works);
        const killed = joined(blocks);
        writer.free();
        refused(() => writer.works, "BAD_ARGUMENT", /^journal: was freed$/);
        for (const isa of wend.isas) {
            const journal = wend.journal(joined(blocks)), calls = [];
            for (const call of journal) {
                calls.push(call);
                if (call.code === "OK") journal.run({ isa });
                assert.equal(journal.stateHash(), hashes[Math.min(call.number, 5)]);
            }
            assert.deepEqual(calls.map(({ hash }) => hash), [hashes[0], null, hashes[2], null, hashes[4], null, hashes[5]]);
            assert.deepEqual(calls.map(({ changed }) => changed.join()), ["", "", "", "velocity_x", "", "", ""]);
            assert.deepEqual(calls.map(({ tuned }) => tuned), [false, false, false, false, true, false, false]);
            assert.deepEqual(calls.map(({ code }) => code), [...Array(6).fill("OK"), "PARAMETER_OUT_OF_RANGE"]);
            assert.deepEqual([calls[5].tick, calls[5].seed, calls[5].count, calls[5].dt], [5, 2n ** 63n, 1, Math.fround(dt)]);
            assert.deepEqual(journal.stream("position_x"), view.streams.position_x.slice());
            assert.equal(journal.damage, "");
            journal.free();
        }
        const journal = wend.journal(killed);
        assert.equal([...journal].length, 7);  // each call runs before the next one
        assert.equal(journal.stateHash(), hashes[5]);
        assert.match(journal.damage, /its writer was stopped/);
        refused(() => journal.run(), "BAD_ARGUMENT", /^no call waits/);
        refused(() => journal.stream("mass"), "UNKNOWN_STREAM", /^the journal has no stream mass$/);
        refused(() => journal.stream("mas"), "UNKNOWN_STREAM", /^there is no stream mas$/);
        journal.free();
        journal.free();
        refused(() => journal.next(), "BAD_ARGUMENT", /^journal: was freed$/);
    }
});

test("a journal has agents that enter and leave, and changes that are declared", () => {
    const program = wend.program(wander), agents = program.buffer(20), blocks = [];
    agents.spawn(10, { position_x: [...Array(10).keys()], target_y: 5 });
    const writer = program.record(agents, block => blocks.push(block), { mostAgents: 20, declaredChanges: true, flushEvery: 9 });
    refused(() => writer.changed("positon_x"), "UNKNOWN_STREAM", /^there is no stream positon_x$/);
    const started = blocks.length, lengths = [], hashes = [];
    for (let tick = 0; tick < 4; tick++) {
        if (tick === 1) agents.spawn(5);
        if (tick === 2) agents.remove([0, 3]);
        if (tick === 3) {
            agents.streams.target_x.fill(9);
            writer.changed("target_x");
        }
        writer.run(agents, { dt, tick, seed });
        lengths.push(agents.length);
        hashes.push(program.stateHash(agents));
    }
    assert.equal(blocks.length, started);
    writer.flush();
    assert.equal(blocks.length, started + 1);
    agents.spawn(agents.capacity - agents.length);
    writer.free();
    const journal = wend.journal(joined(blocks)), found = Array.from(journal, ({ changed, otherAgents }) => {
        journal.run({ isa: "scalar" });
        return [journal.stateHash(), journal.stream("position_x").length, otherAgents, changed.includes("target_x")];
    });
    assert.deepEqual(found, [0, 1, 2, 3].map(tick => [hashes[tick], lengths[tick], tick === 1 || tick === 2, tick === 3]));
});

test("a journal ends where its blocks are not taken", () => {
    const program = wend.program(wander), view = inside(program, 8), full = new Error("the disk is full");
    const kept = [], writer = program.record(view, block => {
        if (kept.length > 2) throw full;
        kept.push(block);
    });
    assert.throws(() => {
        for (let tick = 0; tick < 9; tick++) writer.run(view, { dt, tick, seed });
    }, full);
    assert.ok(!writer.works);
    const hash = program.stateHash(view);
    writer.run(view, { dt, tick: 9, seed });
    assert.notEqual(program.stateHash(view), hash);
    writer.free();
    assert.ok([...wend.journal(joined(kept))].length < 3);
    assert.throws(() => program.record(view, () => { throw full; }), full);
    refused(() => program.record(view, kept), "BAD_ARGUMENT", /^write: must be a function/);
    refused(() => program.record(view, () => {}, { flushEvery: -1 }), "BAD_ARGUMENT", /^flushEvery is -1/);
    refused(() => program.record(view.streams, () => {}), "BAD_ARGUMENT", /^view: must be a View$/);
    for (const bytes of [joined(kept).subarray(1), new Uint8Array(0), Buffer.from("a journal")]) refused(() => wend.journal(bytes), "BAD_JOURNAL", /^journal /);
    refused(() => wend.journal([1, 2]), "BAD_ARGUMENT", /^journal: must be a Uint8Array$/);
});

test("what is tuned counts from the next call", () => {
    const program = wend.program([{ seek: {} }, locomotion]), fast = outside(program, 1), slow = outside(program, 1);
    program.run(fast, { dt, tick: 0, count: 60 });
    program.tune(1, { max_speed: 0.5 });
    program.run(slow, { dt, tick: 0, count: 60 });
    const speed = ({ streams: { velocity_x: [x], velocity_y: [y] } }) => Math.hypot(x, y);
    assert.ok(speed(slow) < 0.51 && speed(fast) > 1);
    refused(() => program.tune(1, { max_speed: -1 }), "PARAMETER_OUT_OF_RANGE", /max_speed is -1, must be/, { subject: "max_speed", stage: 1 });
    refused(() => program.tune(1, { top_speed: 1 }), "BAD_WORDS", /top_speed/);
    refused(() => program.tune(1, { max_speed: {} }), "BAD_WORDS", /max_speed/);
    refused(() => program.tune(2, {}), "BAD_ARGUMENT", /^stage is 2, must be in \[0, 2\)$/);
});

test("paths", () => {
    const paths = wend.paths([[[0, 0], [3, 4], [3, 4]], { points: Float32Array.of(0, 0, 1, 0, 1, 1), closed: true }]);
    assert.equal(paths.count, 2);
    assert.equal(paths.length(0), 5);
    assert.ok(Math.abs(paths.length(1, "loop") - (2 + Math.SQRT2)) < 1e-6);
    assert.deepEqual(paths.nodes(0), [[0, 0], [3, 4]]);
    const program = wend.program([{ waypoint_advance: { mode: "loop" } }], paths);
    paths.free();
    const view = program.zeros(2);
    view.streams.path.set([0, 1]);
    for (const name of ["speed", "max_speed"]) view.streams[name]?.fill(1);
    program.run(view, { dt, tick: 0, count: 30 });
    assert.ok(Number.isFinite(view.streams.position_x[1]));
    refused(() => wend.paths([[[0, 0]], []]), "EMPTY_PATH", /path 1/);
    refused(() => wend.paths([[[0, 0], [NaN, 1]]]), "BAD_POINT", /path 0.*point 1/);
    refused(() => wend.paths([[[1, 2], [3]]]), "BAD_ARGUMENT", /^path 0: 3 coordinates, must be two a point$/);
    refused(() => wend.paths([[[0, 0], [1, 0]], { lines: [] }]), "BAD_ARGUMENT", /^path 1: points must be a list/);
    refused(() => wend.paths({}), "BAD_ARGUMENT", /^paths: must be a list of paths$/);
    refused(() => paths.count, "BAD_ARGUMENT", /^paths: was freed$/);
    const line = wend.paths([[[0, 0], [3, 4]]]);
    for (const mode of ["ping-pong", "ping_pong"]) {
        assert.equal(line.length(0, mode), 5);
        wend.program([{ path_follow: { mode } }, locomotion], line);
    }
    refused(() => line.length(0, "pingpong"), "BAD_ARGUMENT", /^mode is pingpong, must be one of once, loop, ping-pong$/);
});

test("refusals: the code, the subject, the stage; and nothing is written", () => {
    const program = wend.program(wander), view = outside(program, 8), before = bytesOf(view), ticks = { dt, tick: 0 };
    refused(() => wend.program([{ seek: {} }, { locomotion: { max_force: 20, max_speed: -1, mass: 1 } }]), "PARAMETER_OUT_OF_RANGE", /max_speed is -1, must be/, { subject: "max_speed", stage: 1 });
    refused(() => wend.program([{ seak: {} }]), "BAD_WORDS", /seak.*seek/);
    refused(() => wend.program('{"stages": [ {"seek": '), "BAD_WORDS", /./);
    refused(() => program.run(view, { dt }), "MISSING_TICK", /^the program draws, and the call has no tick/, { subject: "tick" });
    refused(() => program.run(view, { ...ticks, dt: -1 }), "PARAMETER_OUT_OF_RANGE", /dt is -1, must be/);
    refused(() => program.run(view, { ...ticks, dt: "a" }), "BAD_ARGUMENT", /^dt is a, must be a number of seconds$/);
    refused(() => program.run(view, { ...ticks, tick: -1 }), "BAD_ARGUMENT", /^tick is -1, must be a whole number in \[0, 18446744073709551615\)$/);
    refused(() => program.run(view, { ...ticks, count: 1.5 }), "BAD_ARGUMENT", /^count is 1.5, must be/);
    refused(() => program.run(view, { ...ticks, isa: "avx" }), "UNKNOWN_ISA", /avx/);
    refused(() => wend.view({ position_x: new Float64Array(3) }), "ELEMENT_TYPE_MISMATCH", /^stream position_x: found Float64Array, must be Float32Array$/);
    refused(() => wend.view({ place: new Float32Array(3) }), "UNKNOWN_STREAM", /^there is no stream place$/);
    const { target_x, ...rest } = view.streams;
    refused(() => program.run(wend.view(rest), ticks), "MISSING_STREAM", /target_x/, { subject: "target_x" });
    refused(() => program.run(wend.view({ ...rest, target_x: target_x.slice(1) }), ticks), "LENGTH_MISMATCH", /target_x.*7.*8/);
    const crowd = inside(program, 20000), { streams: { target_x: longer } } = crowd;
    refused(() => program.run(wend.view({ ...crowd.streams, target_x: longer.subarray(1) }), ticks), "LENGTH_MISMATCH", /19999 and 20000 elements/);
    const shared = wend.allocate(Float32Array, 8);
    const overlapping = wend.view({ ...view.streams, position_x: shared, velocity_x: shared });
    refused(() => program.run(overlapping, ticks), "STREAMS_OVERLAP", /velocity_x|position_x/);
    overlapping.free();
    assert.equal(bytesOf(view), before);
    wend.free(shared);
    refused(() => wend.allocate(Array, 8), "BAD_ARGUMENT", /^type is Array, must be Uint8Array, Float32Array, Float64Array, Int32Array, Uint32Array$/);
    refused(() => wend.allocate(Float32Array, "8"), "BAD_ARGUMENT", /^length is 8, must be/);
    refused(() => wend.free(target_x), "BAD_ARGUMENT", /not in wend's memory/);
});

test("an agent with an invalid value is counted, explained and left alone", () => {
    const program = wend.program([{ seek: {} }, locomotion]), view = outside(program, 8), ticks = { dt, tick: 0 };
    view.streams.velocity_y[5] = NaN;
    const { position_x: [...before] } = view.streams;
    assert.deepEqual(program.run(view, { ...ticks, count: 3 }), { faults: 3, firstFault: 5, capped: 0, notice: "" });
    assert.deepEqual([...view.streams.position_x].map((x, i) => x === before[i]), [...before].map((_, i) => i === 5));
    const { stream, value, stage, message } = program.explain(view, 5, ticks);
    assert.deepEqual([stream, value, stage], ["velocity_y", NaN, 0]);
    assert.match(message, /seek.*velocity_y/);
    assert.equal(program.explain(view, 4, ticks), null);
    assert.equal(program.validate(view, ticks).faults, 1);
});

test("what is freed is refused, and its memory is used again", () => {
    const program = wend.program(wander), view = inside(program, 1000);
    program.run(view, { dt, tick: 0 });
    const at = wend.exports.malloc(1 << 20);
    wend.exports.free(at);
    for (let i = 0; i < 200; i++) {
        const other = wend.program(flock), flying = inside(other, 1000);
        other.run(flying, { dt, tick: i });
        flying.free();
        other.free();
        program.run(view, { dt, tick: i });
    }
    for (let i = 0; i < 200; i++) {  // what is refused keeps none either
        refused(() => wend.view({ position_x: new Float32Array(1000), velocity_x: new Float64Array(1000) }), "ELEMENT_TYPE_MISMATCH", /velocity_x/);
        refused(() => program.zeros(1000, { target_x: [] }), "ELEMENT_TYPE_MISMATCH", /target_x/);
    }
    const later = wend.exports.malloc(1 << 20);
    wend.exports.free(later);
    assert.equal(later, at);
    view.free();
    refused(() => program.run(view, { dt, tick: 0 }), "BAD_ARGUMENT", /freed/);
    program.free();
    refused(() => program.run(inside(wend.program(wander), 1), { dt, tick: 0 }), "BAD_ARGUMENT", /freed/);
});

test("the memory's size is the caller's, and does not grow", async () => {
    const small = await load({ bytes: 16 * 2 ** 20 });
    assert.equal(small.memory.buffer.byteLength, 16 * 2 ** 20);
    refused(() => small.allocate(Float32Array, 2 ** 22), "OUT_OF_MEMORY", /^no memory for 16777216 bytes: of the module's 16777216 bytes 0 arrays take 0, 0 views 0; call free\(\) of views, /);
    const array = small.allocate(Float32Array, 2 ** 20);
    assert.equal(array.length, 2 ** 20);
    small.free(array);
    const program = small.program(wander), views = [];
    const aViewAFrame = () => { for (;;) views.push(program.zeros(20000)); };
    refused(aViewAFrame, "OUT_OF_MEMORY", /^no memory for 80000 bytes: of the module's 16777216 bytes \d+ arrays take \d{8}, \d+ views \d+; call free\(\) of views, arrays, programs and paths that are no longer used, or load\({ bytes }\) with more$/);
    const most = views.length;
    assert.ok(most > 10);
    for (let k = 0; k < 3; k++) {
        for (const view of views.splice(0)) view.free();
        refused(aViewAFrame, "OUT_OF_MEMORY", /./);
        assert.equal(views.length, most);
    }
    await assert.rejects(load({ bytes: 2 ** 20 }), error => error instanceof WendError && error.code === "BAD_ARGUMENT" && /too few for the module/.test(error.message));
    for (const bytes of [-1, 2 ** 32, 2 ** 32 - 65535, 1.5, "1"])
        await assert.rejects(load({ bytes }), error => error instanceof WendError && error.message === `bytes is ${bytes}, must be a whole number in [0, 4294901760]`);
    const large = await load({ bytes: 2 ** 32 - 65536 });
    for (let i = 0; i < 2; i++) assert.notEqual(large.exports.malloc(2 ** 30), 0);  // of 2 GiB at once it may have none
    const high = inside(large.program(wander), 100), low = inside(wend.program(wander), 100);
    assert.ok(high.streams.position_x.byteOffset > 2 ** 31);
    large.program(wander).run(high, { dt, seed, tick: 0 });
    wend.program(wander).run(low, { dt, seed, tick: 0 });
    assert.equal(bytesOf(high), bytesOf(low));
});

test("the module may be given in any form", async () => {
    const path = file("wend_reference.wasm"), bytes = readFileSync(path);
    for (const module of [bytes, new WebAssembly.Module(bytes), pathToFileURL(path), String(pathToFileURL(path))])
        assert.deepEqual((await load({ module, bytes: 2 ** 25 })).isas, ["reference", "scalar"]);
});

test("a module is compiled once, and loaded in a worker", async () => {
    const module = await compile();
    assert.ok(module instanceof WebAssembly.Module);
    assert.equal(await compile(module), module);
    writeFileSync("worker.mjs", `import { load } from "wend";
        import { parentPort, workerData } from "node:worker_threads";
        parentPort.postMessage((await load({ module: workerData, bytes: 2 ** 25 })).isas);`);
    const isas = await new Promise((done, failed) => new Worker("./worker.mjs", { workerData: module }).on("message", done).on("error", failed));
    assert.deepEqual(isas, wend.isas);
});

test("a module of the right media type is streamed, another one is read", async () => {
    const bytes = readFileSync(file("wend_reference.wasm")), types = { "/wasm": "application/wasm", "/octets": "application/octet-stream" };
    const server = createServer(({ url }, answer) => answer.writeHead(200, { "content-type": types[url] ?? "application/wasm" }).end(url === "/cut" ? bytes.subarray(0, 1000) : bytes));
    await new Promise(done => server.listen(0, "127.0.0.1", done));
    const host = `http://127.0.0.1:${server.address().port}`, { compileStreaming } = WebAssembly;
    let streamed = 0;
    WebAssembly.compileStreaming = answer => (streamed++, compileStreaming.call(WebAssembly, answer));
    try {
        for (const [url, count] of [["/wasm", 1], ["/octets", 1]]) {
            assert.ok((await compile(host + url)) instanceof WebAssembly.Module);
            assert.equal(streamed, count);
        }
        await assert.rejects(compile(`${host}/cut`), error => error instanceof WendError && error.subject === "module" && /\/cut: .*; load\({ module }\) takes/.test(error.message));
    } finally {
        WebAssembly.compileStreaming = compileStreaming;
        await new Promise(done => server.close(done));
    }
});

test("what a browser gets has no module of Node's", () => {
    const { exports } = JSON.parse(readFileSync(file("package.json"), "utf8")), seen = new Set();
    const visit = name => {
        if (seen.has(name)) return;
        seen.add(name);
        for (const [, , from] of readFileSync(file(name), "utf8").matchAll(/\b(import|from)\b[ (]*"([^"]+)"/g)) {
            assert.match(from, /^\.\//);
            visit(from);
        }
    };
    visit(exports["."].browser);
    assert.deepEqual([...seen].sort(), ["./api.js", "./fetchers.js", "./host.js", "./index.js", "./journal.js", "./view.js"]);
});

test("what is no module is refused with its place", async () => {
    const says = (module, message) =>
        assert.rejects(load({ module, bytes: 2 ** 25 }), error => {
            assert.ok(error instanceof WendError, String(error));
            assert.deepEqual([error.code, error.subject], ["BAD_ARGUMENT", "module"]);
            assert.match(error.message, message);
            return true;
        });
    const server = createServer(({ url }, answer) => answer.writeHead(url === "/none" ? 404 : 200, { "content-type": "text/html" }).end("<!doctype html>"));
    await new Promise(done => server.listen(0, "127.0.0.1", done));
    const host = `http://127.0.0.1:${server.address().port}`;
    await says(`${host}/wend.wasm`, /^http:.*\/wend\.wasm: this answer of type text\/html is no WebAssembly module; load\({ module }\) takes another address, or the bytes$/);
    await says(`${host}/none`, /^http:.*\/none: 404 Not Found; load/);
    await new Promise(done => server.close(done));
    await says(`${host}/wend.wasm`, /^http:.*\/wend\.wasm: ./);
    await says(pathToFileURL(file("wend.wsm")), /^file:.*wend\.wsm: ./);
    await says(pathToFileURL(file("README.md")), /^file:.*README\.md: this is no WebAssembly module; load/);
    await says(readFileSync(file("wend.wasm")).subarray(0, 1000), /^module: ./);
    for (const none of [new Uint8Array(3), new ArrayBuffer(0), 5, {}]) await says(none, /^module: this is no WebAssembly module$/);
});

test("without SIMD128 it takes the module that has none, with the same bits", async () => {
    assert.ok(hasVectors());
    const { validate } = WebAssembly;
    WebAssembly.validate = () => false;
    const old = await load().finally(() => (WebAssembly.validate = validate));
    assert.deepEqual(old.isas, ["reference", "scalar"]);
    const nameAt = ({ memory, exports }) => new TextDecoder().decode(new Uint8Array(memory.buffer, exports.wend_default_isa(), 16)).split("\0")[0];
    assert.deepEqual([wend, old].map(nameAt), ["simd128", "scalar"]);
    const hashes = [wend, old].map(library => {
        const program = library.program(wander), view = inside(program, 300);
        program.run(view, { dt, tick: 0, seed, count: 10 });
        return program.stateHash(view);
    });
    assert.equal(hashes[0], hashes[1]);
});

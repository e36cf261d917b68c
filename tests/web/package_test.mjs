// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// The npm package as its consumer sees it: package.sh runs this in a folder that it was installed in.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { resolve } from "node:path";
import { test } from "node:test";
import * as wendPackage from "wend";

const { Clock, hasVectors, load, WendError } = wendPackage;
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
const outside = (program, count, options) =>
    wend.view(start(Object.fromEntries(program.streams.filter(({ use }) => use !== "output").map(({ name, type }) => [name, new type(count)]))), options);
const bytesOf = view => Object.values(view.streams).map(array => Buffer.from(array.slice().buffer).toString("hex")).join();

const refused = (call, code, message, about = {}) =>
    assert.throws(call, error => {
        assert.ok(error instanceof WendError, String(error));
        assert.equal(error.code, code);
        assert.match(error.message, message);
        for (const key in about) assert.equal(error[key], about[key]);
        return true;
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
    refused(() => program.restore(view, saved.subarray(1)), "BAD_SNAPSHOT", /snapshot/);
    refused(() => program.restore(view, [...saved]), "BAD_ARGUMENT", /^snapshot: must be a Uint8Array that save gave$/);
    refused(() => program.restore(inside(program, 99), saved), "BAD_SNAPSHOT", /snapshot/);
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
    refused(() => paths.count, "BAD_ARGUMENT", /freed/);
});

test("refusals: the code, the subject, the stage; and nothing is written", () => {
    const program = wend.program(wander), view = outside(program, 8), before = bytesOf(view), ticks = { dt, tick: 0 };
    refused(() => wend.program([{ seek: {} }, { locomotion: { max_force: 20, max_speed: -1, mass: 1 } }]), "PARAMETER_OUT_OF_RANGE", /max_speed is -1, must be/, { subject: "max_speed", stage: 1 });
    refused(() => wend.program([{ seak: {} }]), "BAD_WORDS", /seak.*seek/);
    refused(() => wend.program('{"stages": [ {"seek": '), "BAD_WORDS", /./);
    refused(() => program.run(view, { dt }), "MISSING_TICK", /./);
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
    const shared = wend.allocate(Float32Array, 8);
    refused(() => program.run(wend.view({ ...view.streams, position_x: shared, velocity_x: shared }), ticks), "STREAMS_OVERLAP", /velocity_x|position_x/);
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
    refused(() => small.allocate(Float32Array, 2 ** 22), "OUT_OF_MEMORY", /^no memory for 16777216 bytes: the module has 16777216, load\({ bytes }\) gives it more$/);
    assert.equal(small.allocate(Float32Array, 2 ** 20).length, 2 ** 20);
    await assert.rejects(load({ bytes: 2 ** 20 }), error => error instanceof WendError && error.code === "BAD_ARGUMENT" && /too few for the module/.test(error.message));
    await assert.rejects(load({ bytes: -1 }), error => error instanceof WendError && /^bytes is -1, must be/.test(error.message));
});

test("the module may be given in any form", async () => {
    const path = file("wend_reference.wasm"), bytes = readFileSync(path);
    for (const module of [bytes, new WebAssembly.Module(bytes), pathToFileURL(path), String(pathToFileURL(path))])
        assert.deepEqual((await load({ module, bytes: 2 ** 25 })).isas, ["reference", "scalar"]);
});

test("without SIMD128 it takes the module that has none, with the same bits", async () => {
    assert.ok(hasVectors());
    const { validate } = WebAssembly;
    WebAssembly.validate = () => false;
    const old = await load().finally(() => (WebAssembly.validate = validate));
    assert.deepEqual(old.isas, ["reference", "scalar"]);
    const hashes = [wend, old].map(library => {
        const program = library.program(wander), view = inside(program, 300);
        program.run(view, { dt, tick: 0, seed, count: 10 });
        return program.stateHash(view);
    });
    assert.equal(hashes[0], hashes[1]);
});

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// A consumer in TypeScript. It is compiled, not run: each line below "ts-expect-error" has to be wrong.
import { Clock, compile, hasVectors, load, WendError, type Program, type Result, type Stage, type Streams, type View } from "wend";

const walls = { walls: [[[0, 0], [5, 0]]], circles: [[6, 5, 1.2]] } as const;
export const obstructed: readonly Stage[] = [
    { seek: { target: [1, 2], weight: 2 } },
    { orca: { obstacles: walls, max_neighbours: 12 } },
    { flow_follow: { field: { area: [0, 0, 9, 9], columns: 10, rows: 10, goals: [[5, 5]], obstacles: walls } } },
    { retarget_wander: { area: [0, 0, 10, 10], random_phase: true } },
    { path_follow: { mode: "ping-pong" } },
    { locomotion: { max_force: 20, max_speed: 6, mass: 1, bounds: "wrap", area: [0, 0, 9, 9] } },
];
export const misspelt: Stage[] = [
    // @ts-expect-error: no such stage
    { seak: {} },
    // @ts-expect-error: no such parameter
    { seek: { wieght: 2 } },
    // @ts-expect-error: no such word
    { path_follow: { mode: "twice" } },
    // @ts-expect-error: a number is expected
    { wander: { angle_change: "1" } },
    // @ts-expect-error: the field is missing
    { flow_follow: {} },
    // @ts-expect-error: a rectangle has four numbers
    { containment: { area: [0, 0, 1] } },
];

export async function frame(stages: readonly Stage[]): Promise<Result> {
    const wend = await load({ bytes: 2 ** 25, module: await compile() });
    const program: Program = wend.program(stages, wend.paths([[[0, 0], [1, 2]], { points: Float64Array.of(0, 0, 1, 1), closed: true }]));
    const view: View = program.zeros(100, { target_x: new Float32Array(100) }, { outputs: ["force_x"], firstId: 3 });
    const clock = new Clock({ dt: 1 / 60, seed: 7n });
    try {
        program.run(view, { ...clock.next(2), isa: wend.isas[0], trusted: true });
    } catch (error) {
        if (error instanceof WendError) console.log(error.code, error.subject, error.stage);
    }
    const hash: bigint = program.stateHash(view), ids: Uint32Array = wend.allocate(Uint32Array, 5);
    program.tune(0, { weight: 2, area: [0, 0, 1, 1] });
    program.restore(view, program.save(view));
    console.log(hash, program.stateHashes(view, 0, 64, 64)[0] ?? 0n, ids, hasVectors(), view.streams.position_x, program.explain(view, 0, { dt: 1 })?.message);
    const several: number | null = program.runViews([view, view], { ...clock.next(), see: "all_views" }).firstFaultView;
    console.log(several);
    const blocks: Uint8Array[] = [], writer = program.record(view, block => blocks.push(block), { flushEvery: 60 });
    writer.changed("target_x", "target_y");
    writer.run(view, clock.next());
    for (const { hash, changed, tick } of wend.journal(blocks[0] ?? new Uint8Array())) console.log(hash === null, changed[0], tick);
    const journal = wend.journal(new Uint8Array()), x: Float32Array = journal.stream("position_x");
    console.log(x, journal.next()?.code, journal.run({ isa: "scalar" }).faults, journal.stateHash() === 0n, writer.works);
    // @ts-expect-error: no such stream
    writer.changed("targt_x");
    // @ts-expect-error: no such choice
    program.runViews([view], { dt: 1, see: "all" });
    wend.program({ stages, dt: 0.1, agents: { area: [0, 0, 1, 1] } });
    wend.program(`[{"seek": {}}]`);
    // @ts-expect-error: no such stage
    wend.program([{ seak: {} }]);
    // @ts-expect-error: no such parameter of any stage
    program.tune(0, { wieght: 2 });
    // @ts-expect-error: dt is missing
    program.run(view, { tick: 0 });
    // @ts-expect-error: no such option
    program.run(view, { dt: 1, thread: 2 });
    // @ts-expect-error: an array of numbers is no stream
    wend.view({ position_x: [1, 2] });
    // @ts-expect-error: made by load alone
    new View();
    // @ts-expect-error: read-only
    program.stages = [];
    // @ts-expect-error: no such mode
    wend.paths([]).length(0, "twice");
    return program.validate(view, clock.next());
}

/// The streams that were given or asked for are there, without a "!".
export async function streams(some: Streams): Promise<number> {
    const wend = await load();
    const program = wend.program([{ seek: {} }, { locomotion: {} }]), given = { target_x: new Float32Array(9), target_y: new Float32Array(9) };
    const { target_x, heading_x, position_x, velocity_x } = program.zeros(9, given, { outputs: ["heading_x"] }).streams;
    const own: Float32Array = wend.view({ ...some, mass: new Float32Array(9) }).streams.mass;
    const distances: Float64Array | undefined = program.zeros(9).streams.segment_distance;
    const buffer = program.buffer(9, { streams: ["body_radius"] });
    const slot: number = buffer.spawn(2, { position_x: 1, velocity_x: [1, 2], target_x });
    const removed: number = buffer.remove(slot) + buffer.remove([0]) + buffer.remove(new Uint8Array(0));
    program.run(buffer, { dt: removed });
    buffer.streams.body_radius[0] = buffer.slotOf(buffer.nextId) ?? buffer.capacity;
    // @ts-expect-error: no such stream
    buffer.spawn(1, { positon_x: 1 });
    // @ts-expect-error: a program may have none
    velocity_x[0];
    // @ts-expect-error: no such stream
    program.zeros(9).streams.positon_x;
    // @ts-expect-error: no such stream
    program.zeros(9, { positon_x: own });
    // @ts-expect-error: no such stream
    program.zeros(9, {}, { outputs: ["headng_x"] });
    // @ts-expect-error: no such stream
    wend.view({ position_x, positon_y: own });
    // @ts-expect-error: another type
    wend.view({ id: own });
    return target_x.length + heading_x.length + own.length + (distances?.length ?? 0) + (velocity_x?.[0] ?? 0);
}

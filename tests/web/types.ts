// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// A consumer in TypeScript. It is compiled, not run: each line below "ts-expect-error" has to be wrong.
import { Clock, hasVectors, load, WendError, type Program, type Result, type Stage, type View } from "wend";

export async function frame(stages: readonly Stage[]): Promise<Result> {
    const wend = await load({ bytes: 2 ** 25 });
    const program: Program = wend.program(stages, wend.paths([[[0, 0], [1, 2]], { points: Float64Array.of(0, 0, 1, 1), closed: true }]));
    const view: View = program.zeros(100, { target_x: new Float32Array(100) }, { outputs: ["force_x"], firstId: 3 });
    const clock = new Clock({ dt: 1 / 60, seed: 7n });
    try {
        program.run(view, { ...clock.next(2), isa: wend.isas[0], trusted: true });
    } catch (error) {
        if (error instanceof WendError) console.log(error.code, error.subject, error.stage);
    }
    const hash: bigint = program.stateHash(view), ids: Uint32Array = wend.allocate(Uint32Array, 5);
    program.tune(0, { weight: 2, enabled: true, area: [0, 0, 1, 1] });
    program.restore(view, program.save(view));
    console.log(hash, ids, hasVectors(), view.streams.position_x, program.explain(view, 0, { dt: 1 })?.message);
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

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Scenarios of `wend run` in the module of the live page (live.cpp), as the package's programs and views.

function withText(wend, text, call) {
    const bytes = new TextEncoder().encode(text);
    const inside = wend.allocate(Uint8Array, bytes.length);
    inside.set(bytes);
    try {
        return call(inside.byteOffset, inside.length);
    } finally {
        wend.free(inside);
    }
}

function textOf(wend) {
    const { live_text, live_text_size } = wend.exports;
    return new TextDecoder().decode(new Uint8Array(wend.memory.buffer, live_text(), live_text_size()));
}

/// Gives a file, named as scenarios name it.
export function putFile(wend, name, content) {
    withText(wend, name, (nameAt, nameSize) => withText(wend, content, (at, size) => wend.exports.live_put_file(nameAt, nameSize, at, size)));
}

/// The scenario in a file that was given; throws the message of `wend run` if it is refused. free() ends it.
export function loadScenario(wend, name) {
    const { exports } = wend;
    if (withText(wend, name, (at, size) => exports.live_load(at, size)) !== 0) throw new Error(textOf(wend));
    const notes = textOf(wend).split("\n").filter(note => note !== "");
    const count = exports.live_agent_count();
    const streams = {};
    for (const [stream, type] of wend.streamTypes) {  // `stages` and its like too, of which a program does not speak
        const at = withText(wend, `${stream}\0`, start => exports.live_column(exports.wend_find_stream(start)));
        if (at !== 0) streams[stream] = new type(wend.memory.buffer, at, count);
    }
    const view = wend.view(streams);
    const json = write => (exports[write](), JSON.parse(textOf(wend)));
    return {
        program: wend.programOf(exports.live_program()), view, streams, count, notes, stages: json("live_stages"), dt: exports.live_dt(), tickCount: exports.live_tick_count(),
        origin: [exports.live_origin_x(), exports.live_origin_y()],
        ground: json("live_ground"),
        /// Runs a tick, and applies the events before the next one; returns whether there are any.
        run(seed, tick) {
            this.program.run(view, { dt: this.dt, seed, tick });
            exports.live_finish(tick, seed);
            if (exports.live_begin(tick + 1) === 0) return false;
            this.program.free();
            this.program = wend.programOf(exports.live_program());
            this.ground = json("live_ground");
            return true;
        },
        /// Goes on at a tick with the streams' values of then; `eventTicks` in their order.
        resume(tick, values, eventTicks) {
            const begun = new Set(eventTicks.filter(one => one > 0 && one < tick));
            for (const one of begun) exports.live_begin(one);
            for (const [name, array] of values) streams[name]?.set(array);
            if (tick > 0 && eventTicks.includes(tick)) exports.live_begin(tick);
            this.program.free();
            this.program = wend.programOf(exports.live_program());
            this.ground = json("live_ground");
        },
        free() {
            view.free();
            this.program.free();
        },
    };
}

/// As `wend run --hash` writes it.
export function hashOf(scenario) {
    return scenario.program.stateHash(scenario.view).toString(16).padStart(16, "0");
}

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// The host of a WebAssembly program that reads nothing and writes lines, in Node and in a page, where it is a classic
// script (pages from a disk have no modules).
"use strict";

/// Runs the program in `bytes`; returns its exit status and output.
globalThis.runWasmProgram = async bytes => {
    const decoder = new TextDecoder();
    let memory, written = "";
    class Exit {
        constructor(status) {
            this.status = status;
        }
    }
    const system = {
        proc_exit(status) {
            throw new Exit(status);
        },
        fd_write(file, pieces, count, total) {
            const view = new DataView(memory.buffer);
            let sum = 0;
            for (let i = 0; i < count; i++) {
                const from = view.getUint32(pieces + 8 * i, true), length = view.getUint32(pieces + 8 * i + 4, true);
                written += decoder.decode(new Uint8Array(memory.buffer, from, length), { stream: true });
                sum += length;
            }
            view.setUint32(total, sum, true);
            return 0;
        },
    };
    // Of no arguments, no environment and no files.
    const done = () => 0;
    const empty = (count, size) => {
        const view = new DataView(memory.buffer);
        view.setUint32(count, 0, true);
        view.setUint32(size, 0, true);
        return 0;
    };
    Object.assign(system, { args_sizes_get: empty, environ_sizes_get: empty, args_get: done, environ_get: done, fd_close: done, fd_seek: done });
    const { instance } = await WebAssembly.instantiate(bytes, { wasi_snapshot_preview1: system, env: { emscripten_notify_memory_growth: done } });
    memory = instance.exports.memory;
    try {
        instance.exports._start();
        return { status: 0, written };
    } catch (end) {
        if (!(end instanceof Exit)) throw end;
        return { status: end.status, written };
    }
};

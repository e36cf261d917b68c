// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Steering for very many agents, over typed arrays in place: the C library (wend.h) in WebAssembly. index.d.ts
// documents the exports.

import { enums, structs } from "./api.js";
import { fetchers } from "./fetchers.js";
import { badArgument, elementTypes, Handle, Host, Struct, ViewOptions, WendError, whole } from "./host.js";
import { Journal, JournalWriter } from "./journal.js";
import { AgentBuffer, View } from "./view.js";

export { AgentBuffer, Journal, JournalWriter, View, WendError };

const PathStruct = new Struct(structs.path);
const Parameter = new Struct(structs.parameter);
const Stage = new Struct(structs.stage);
const StreamUse = new Struct(structs.stream_use);

const uses = Object.fromEntries(Object.entries(enums.use).map(([name, number]) => [number, name.toLowerCase()]));
const modes = Object.fromEntries(Object.entries(enums.path_mode).map(([name, number]) => [name.toLowerCase().replace("_", "-"), number]));
const sees = new Map(Object.entries(enums.see).map(([name, number]) => [name.toLowerCase(), number]));
/// The most that a module can have: its malloc counts bytes in 32 bits, and its memory in pages of 64 KiB.
const mostBytes = 2 ** 32 - 2 ** 16;

// ---- programs

export class Paths {
    #host; #handle;
    /** Use Wend.paths. */
    constructor(host, paths) {
        this.#host = host;
        if (!Array.isArray(paths)) throw badArgument("paths", "paths: must be a list of paths");
        const taken = [];
        const take = bytes => (taken.push(host.take(bytes)), taken.at(-1));
        const given = take(PathStruct.size * paths.length);
        try {
            paths.forEach((one, i) => {
                const { points, closed = false, offsets = [] } = Array.isArray(one) || ArrayBuffer.isView(one) ? { points: one } : one ?? {};
                if (!(Array.isArray(points) || ArrayBuffer.isView(points)))
                    throw badArgument("points", `path ${i}: points must be a list of [x, y], or their coordinates in a typed array`);
                const flat = Float64Array.from(ArrayBuffer.isView(points) ? points : points.flat());
                if (flat.length % 2 !== 0) throw badArgument("points", `path ${i}: ${flat.length} coordinates, must be two a point`);
                const at = take(flat.byteLength), offsetsAt = take(4 * offsets.length);
                new Float64Array(host.memory.buffer, at, flat.length).set(flat);
                new Float32Array(host.memory.buffer, offsetsAt, offsets.length).set(offsets);
                PathStruct.write(host.data, given + i * PathStruct.size, {
                    closed: closed ? 1 : 0, points: at, point_count: flat.length / 2, offsets: offsetsAt, offset_count: offsets.length,
                });
            });
            host.call("wend_paths_create", given, paths.length, host.pair);
        } finally {
            taken.forEach(address => host.give(address));
        }
        this.#handle = new Handle(host, this, host.data.getUint32(host.pair, true), "wend_paths_destroy");
    }
    get handle() {
        return this.#handle.get();
    }
    /** The handle for a program of that Wend. */
    static handleFor(paths, host) {
        if (!(paths instanceof Paths)) throw badArgument("paths", "paths: must be Paths");
        if (paths.#host !== host) throw badArgument("paths", "paths: were made by another Wend, whose memory is another");
        return paths.handle;
    }
    get count() {
        return this.#host.exports.wend_paths_count(this.handle);
    }
    length(path, mode = "once") {
        const word = String(mode).replace("_", "-");
        if (!Object.hasOwn(modes, word)) throw badArgument("mode", `mode is ${mode}, must be one of ${Object.keys(modes).join(", ")}`);
        return this.#host.exports.wend_path_length(this.handle, this.#checked(path), modes[word]);
    }
    nodes(path) {
        const { data, exports, pair } = this.#host;
        const nodes = [];
        for (let node = 0; node < exports.wend_path_node_count(this.handle, this.#checked(path)); node++) {
            exports.wend_path_node(pair, this.handle, path, node);
            nodes.push([data.getFloat64(pair, true), data.getFloat64(pair + 8, true)]);
        }
        return nodes;
    }
    free() {
        this.#handle.release();
    }
    #checked(path) {
        if (!(Number.isInteger(path) && path >= 0 && path < this.count)) throw badArgument("path", `path is ${path}, must be in [0, ${this.count})`);
        return path;
    }
}

export class Program {
    #host; #streamTypes; #handle;
    /** Use Wend.program, or Wend.programOf. */
    constructor(host, streamTypes, address) {
        this.#host = host;
        this.#streamTypes = streamTypes;
        this.#handle = new Handle(host, this, address, "wend_program_destroy");
        const { data, exports } = host;
        this.stages = Object.freeze(Array.from({ length: exports.wend_program_stage_count(address) }, (_, i) => host.string(exports.wend_program_stage_kind(address, i))));
        const at = host.take(StreamUse.size);
        this.streams = Object.freeze(Array.from({ length: exports.wend_program_stream_count(address) }, (_, i) => {
            StreamUse.write(data, at, {});
            host.call("wend_program_stream", address, i, at);
            return Object.freeze({
                name: host.string(StreamUse.read(data, at, "name")),
                type: elementTypes[StreamUse.read(data, at, "element")],
                use: uses[StreamUse.read(data, at, "use")],
            });
        }));
        host.give(at);
        this.draws = exports.wend_program_draws(address) !== 0;
        this.looksAtOthers = exports.wend_program_looks_at_others(address) !== 0;
    }
    get handle() {
        return this.#handle.get();
    }
    /** Whether it reads or writes the stream; `id` and `stages` may be bound for every program. */
    uses(name) {
        return name === "id" || name === "stages" || this.streams.some(stream => stream.name === name);
    }
    writes(name) {
        return this.streams.some(stream => stream.name === name && ["state", "output", "record"].includes(stream.use));
    }
    zeros(count, given = {}, { outputs = [], ...options } = {}) {
        const host = this.#host, length = Number(whole("count", count, 2n ** 32n));
        const names = this.streams.filter(({ use }) => use === "output").map(({ name }) => name);
        if (!Array.isArray(outputs)) throw badArgument("outputs", `outputs is ${outputs}, must be a list of names of streams`);
        for (const name of outputs)
            if (!names.includes(name))
                throw new WendError(`outputs: ${name} is no output of the program; its outputs are ${names.join(", ") || "none"}`, "UNKNOWN_STREAM", String(name));
        const made = this.#arrays([...this.#needed(), ...outputs].filter(name => !(name in given)), length);
        return new View(host, this.#streamTypes, { ...made, ...given }, options, Object.values(made));
    }
    buffer(capacity, { streams = [], others = null } = {}) {
        const length = Number(whole("capacity", capacity, 2n ** 31n));
        if (!Array.isArray(streams)) throw badArgument("streams", `streams is ${streams}, must be a list of names of streams`);
        return new AgentBuffer(this.#host, this.#streamTypes, this.#arrays([...this.#needed(), ...streams, "id"], length), others);
    }
    #needed() {
        return this.streams.filter(({ use }) => ["input", "state", "record"].includes(use)).map(({ name }) => name);
    }
    /// New arrays in wend's memory, by the names of the streams.
    #arrays(names, length) {
        const host = this.#host, made = {};
        try {
            for (const name of new Set(names)) {
                host.streamNumber(name);  // which refuses other names
                made[name] = host.array(this.#streamTypes.get(name), length, host.initial.get(name));
            }
        } catch (error) {
            Object.values(made).forEach(array => host.giveArray(array));
            throw error;
        }
        return made;
    }
    run(view, options) {
        return this.#call("wend_run", view, options);
    }
    runViews(views, { see = "own_view", starts, ...options }) {
        const host = this.#host;
        if (!sees.has(see)) throw badArgument("see", `see is ${see}, must be one of ${[...sees.keys()].join(", ")}`);
        host.writeTicks(options);
        host.writeExecution(options);
        const startsAt = starts === undefined ? 0 : host.writeStarts(starts);
        const joined = see === "all_views";
        View.withStructs(views, host, this, joined, structs => {
            let workspace = 0, floats = 0;
            if (joined && this.looksAtOthers) {
                host.call("wend_views_workspace_size", this.handle, structs, views.length, host.pair);
                floats = host.data.getUint32(host.pair, true);
                workspace = host.reserve("workspace", 4 * floats);
            }
            ViewOptions.write(host.data, host.viewOptions, { see: sees.get(see), workspace, workspace_count: floats, starts: startsAt, start_count: starts?.length ?? 0 });
            host.call("wend_run_views_with", this.handle, structs, views.length, host.ticks, host.execution, host.viewOptions);
        });
        const report = host.report();
        return { ...report, firstFaultView: report.faults === 0 ? null : Number(host.ofResult("first_fault_view")) };
    }
    forces(view, options) {
        return this.#call("wend_forces", view, options);
    }
    validate(view, options) {
        return this.#call("wend_validate", view, options);
    }
    explain(view, slot, { skip = 0, ...ticks }) {
        const host = this.#host;
        host.writeTicks(ticks);
        const [slotAt, skipAt] = [whole("slot", slot, 2n ** 32n), whole("skip", skip, 2n ** 32n)].map(Number);
        const code = View.withStruct(view, host, this, struct => host.call("wend_explain", this.handle, struct, host.ticks, slotAt, skipAt));
        if (code === enums.code.OK) return null;
        const stage = host.string(host.ofResult("stage"));
        return {
            stream: host.string(host.ofResult("subject")),
            value: host.ofResult("value"),
            stage: stage === "" ? null : Number(host.ofResult("index")),
            message: host.message(),
        };
    }
    stateHash(view) {
        const host = this.#host;
        View.withStruct(view, host, this, struct => host.call("wend_state_hash", this.handle, struct, host.pair));
        return host.data.getBigUint64(host.pair, true);
    }
    stateHashes(view, firstId, ids, count) {
        const host = this.#host;
        const [first, each, buckets] = [["firstId", firstId], ["ids", ids], ["count", count]].map(([name, value]) => Number(whole(name, value, 2n ** 32n)));
        return View.withStruct(view, host, this, struct => {
            const at = host.take(8 * buckets);
            try {
                host.call("wend_state_hashes", this.handle, struct, first, each, at, buckets);
                return new BigUint64Array(host.memory.buffer, at, buckets).slice();
            } finally {
                host.give(at);
            }
        });
    }
    save(view) {
        const host = this.#host;
        return View.withStruct(view, host, this, struct => {
            host.call("wend_snapshot_bytes", this.handle, struct, host.pair);
            const bytes = host.data.getUint32(host.pair, true), at = host.take(bytes);
            try {
                host.call("wend_save", this.handle, struct, at, bytes);
                return new Uint8Array(host.memory.buffer, at, bytes).slice();
            } finally {
                host.give(at);
            }
        });
    }
    restore(view, snapshot) {
        if (!(snapshot instanceof Uint8Array)) throw badArgument("snapshot", "snapshot: must be a Uint8Array that save gave");
        const host = this.#host, at = host.take(snapshot.byteLength);
        new Uint8Array(host.memory.buffer, at, snapshot.byteLength).set(snapshot);
        try {
            View.withStruct(view, host, this, struct => host.call("wend_restore", this.handle, struct, at, snapshot.byteLength));
        } finally {
            host.give(at);
        }
    }
    record(view, write, options) {
        return new JournalWriter(this.#host, this, view, write, options);
    }
    tune(stage, parameters) {
        const host = this.#host;
        if (!(stage in this.stages)) throw badArgument("stage", `stage is ${stage}, must be in [0, ${this.stages.length})`);
        const names = Object.keys(parameters), words = [];
        const at = host.take(Stage.size + 4 + Parameter.size * names.length), first = Math.ceil((at + Stage.size) / 8) * 8;
        try {
            names.forEach((name, i) => {
                const value = parameters[name], given = { name: host.word(name) };
                if (typeof value === "string" || (typeof value === "object" && !Array.isArray(value))) {
                    words.push(host.text(typeof value === "string" ? value : JSON.stringify(value)).address);
                    given.word = words.at(-1);
                } else if (Array.isArray(value)) given.area = value;
                else given.number = Number(value);
                if (Array.isArray(value) ? ![2, 4].includes(value.length) : given.word === undefined && Number.isNaN(given.number) && !Number.isNaN(value))
                    throw new WendError(`/${stage}/${this.stages[stage]}/${name}: found ${JSON.stringify(value)}, must be a number, a word, a point [x, y] or a rectangle [min_x, min_y, max_x, max_y]`, "BAD_WORDS", name, stage);
                Parameter.write(host.data, first + i * Parameter.size, given);
            });
            Stage.write(host.data, at, { kind: host.word(this.stages[stage]), parameters: first, parameter_count: names.length });
            host.call("wend_program_tune", this.handle, stage, at);
        } finally {
            host.give(at);
            words.forEach(address => host.give(address));
        }
    }
    free() {
        this.#handle.release();
    }
    #call(name, view, options) {
        const host = this.#host;
        host.writeTicks(options);
        host.writeExecution(options);
        View.withStruct(view, host, this, struct => host.call(name, this.handle, struct, host.ticks, host.execution));
        return host.report();
    }
}

export class Clock {
    constructor({ dt, seed = 0, tick = 0 }) {
        Object.assign(this, { dt, seed, tick });
    }
    next(count = 1) {
        const ticks = { dt: this.dt, seed: this.seed, tick: this.tick, count };
        this.tick += count;
        return ticks;
    }
}

// ---- the library

export class Wend {
    #host;
    /** Use load. */
    constructor(instance, memory) {
        const host = (this.#host = new Host(instance, memory));
        const { exports } = host;
        this.memory = memory;
        this.exports = exports;
        this.version = host.string(exports.wend_version());
        this.bitsVersion = exports.wend_bits_version();
        this.isas = Object.freeze(Array.from({ length: exports.wend_isa_count() }, (_, i) => host.string(exports.wend_isa_name(i))));
        this.streamTypes = new Map(Array.from({ length: exports.wend_stream_count() }, (_, i) =>
            [host.string(exports.wend_stream_name(i)), elementTypes[exports.wend_stream_element(i)]]));
        [...this.streamTypes.keys()].forEach((name, i) => {
            host.numbers.set(name, i);
            host.initial.set(name, exports.wend_stream_initial(i));
        });
    }
    allocate(type, length) {
        if (type !== Uint8Array && !elementTypes.includes(type))
            throw badArgument("type", `type is ${type?.name ?? type}, must be Uint8Array, ${elementTypes.map(({ name }) => name).join(", ")}`);
        return this.#host.array(type, Number(whole("length", length, 2n ** 32n)));
    }
    free(array) {
        const host = this.#host;
        if (!(ArrayBuffer.isView(array) && host.holds(array))) throw badArgument("array", "array: is not in wend's memory");
        if (host.freed.has(array)) throw badArgument("array", "array: was freed");
        const made = host.made.get(array.byteOffset);
        if (made?.array !== array) throw badArgument("array", "array: must be one that allocate or zeros made, not a part of it");
        for (const name of made.bindings.values()) throw badArgument("array", `array: a view binds it as ${name}: free the view first`);
        host.giveArray(array);
    }
    view(streams, options) {
        return new View(this.#host, this.streamTypes, streams, options);
    }
    paths(paths) {
        return new Paths(this.#host, paths);
    }
    program(stages, paths = null) {
        const host = this.#host;
        const pathsHandle = paths === null ? 0 : Paths.handleFor(paths, host);
        const { address, length } = host.text(typeof stages === "string" ? stages : JSON.stringify(stages));
        try {
            host.call("wend_program_from_json", address, length, pathsHandle, host.pair);
        } finally {
            host.give(address);
        }
        return this.programOf(host.data.getUint32(host.pair, true));
    }
    programOf(handle) {
        return new Program(this.#host, this.streamTypes, handle);
    }
    journal(bytes) {
        return new Journal(this.#host, bytes);
    }
}

/// A function with one instruction on vectors.
const vectors = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11);

export function hasVectors() {
    return WebAssembly.validate(vectors);
}

/// Compiles a module for any number of load({ module }), in workers too. The streaming compiler takes no other media type.
export async function compile(module) {
    module ??= hasVectors() ? new URL("./wend.wasm", import.meta.url) : new URL("./wend_reference.wasm", import.meta.url);
    if (module instanceof WebAssembly.Module) return module;
    const isAddress = module instanceof URL || typeof module === "string";
    const place = isAddress ? String(module) : "module";
    const refused = message =>
        new WendError(`${place}: ${message}${isAddress ? "; load({ module }) takes another address, or the bytes" : ""}`, "BAD_ARGUMENT", "module");
    const refuse = ({ message }) => Promise.reject(refused(message));
    let bytes = module, type = null;
    if (isAddress) {
        const answer = await (place.startsWith("file:") ? fetchers.file : fetch)(place).catch(refuse);
        if (!answer.ok) throw refused(`${answer.status} ${answer.statusText}`);
        type = answer.headers.get("content-type");
        if (type === "application/wasm") return WebAssembly.compileStreaming(answer).catch(refuse);
        bytes = await answer.arrayBuffer().catch(refuse);
    }
    const isBytes = bytes instanceof ArrayBuffer || ArrayBuffer.isView(bytes);
    const start = isBytes ? String.fromCharCode(...new Uint8Array(bytes.buffer ?? bytes, bytes.byteOffset ?? 0, Math.min(4, bytes.byteLength))) : "";
    if (start !== "\0asm") throw refused(`${type === null ? "this" : `this answer of type ${type}`} is no WebAssembly module`);
    return WebAssembly.compile(bytes).catch(refuse);
}

export async function load({ module, bytes = 256 * 2 ** 20 } = {}) {
    if (!(Number.isSafeInteger(bytes) && bytes >= 0 && bytes <= mostBytes))
        throw badArgument("bytes", `bytes is ${bytes}, must be a whole number in [0, ${mostBytes}]`);
    const pages = Math.floor(bytes / 2 ** 16);
    let memory;
    try {
        memory = new WebAssembly.Memory({ initial: pages, maximum: pages });
    } catch (error) {
        throw new WendError(`no memory of ${bytes} bytes: ${error.message}`, "OUT_OF_MEMORY", "bytes");
    }
    const none = (count, size) => {
        const data = new DataView(memory.buffer);
        data.setUint32(count, 0, true);
        data.setUint32(size, 0, true);
        return 0;
    };
    const imports = {
        env: { memory, emscripten_notify_memory_growth() {} },
        wasi_snapshot_preview1: {
            proc_exit(status) {
                throw new WendError(`the module ended with ${status}`, "INTERNAL_ERROR");
            },
            environ_sizes_get: none,
            environ_get: () => 0,
        },
    };
    // A module with more than the library may ask for files: there is no such call (ENOSYS).
    const made = await compile(module);
    for (const { module: from, name } of WebAssembly.Module.imports(made)) imports[from][name] ??= () => (from === "env" ? -52 : 52);
    const instance = await WebAssembly.instantiate(made, imports).catch(error => {
        throw error instanceof WebAssembly.LinkError ? new WendError(`bytes is ${bytes}, which is too few for the module: ${error.message}`, "BAD_ARGUMENT", "bytes") : error;
    });
    instance.exports._initialize();
    return new Wend(instance, memory);
}

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Steering for very many agents, over typed arrays in place: the C library (wend.h) in WebAssembly. index.d.ts
// documents the exports.

import { constants, enums, structs } from "./api.js";
import { fetchers } from "./fetchers.js";

const { OK, BAD_VALUE } = enums.code;
const codeNames = Object.fromEntries(Object.entries(enums.code).map(([name, number]) => [number, name]));

export class WendError extends Error {
    constructor(message, code, subject = "", stage = null) {
        super(message);
        this.name = "WendError";
        this.code = code;
        this.subject = subject;
        this.stage = stage;
    }
}

function badArgument(subject, message) {
    return new WendError(message, "BAD_ARGUMENT", subject);
}

function whole(name, value, end) {
    const number = typeof value === "bigint" ? value : Number.isSafeInteger(value) ? BigInt(value) : -1n;
    if (number < 0n || number >= end) throw badArgument(name, `${name} is ${value}, must be a whole number in [0, ${end})`);
    return number;
}

// ---- memory

/// A struct of wend.h: addresses and sizes have 32 bits, and a member lies at a multiple of its size.
class Struct {
    constructor(members) {
        const setters = { u32: "setUint32", i32: "setInt32", f32: "setFloat32", f64: "setFloat64", u64: "setBigUint64" };
        this.members = new Map();
        let end = 0, alignment = 1;
        for (const [name, type, count = 1] of members) {
            const size = type === "char" ? 1 : type.endsWith("64") ? 8 : 4;
            const at = Math.ceil(end / size) * size;
            this.members.set(name, { at, size, setter: setters[type], getter: setters[type]?.replace("set", "get") });
            end = at + size * count;
            alignment = Math.max(alignment, size);
        }
        this.size = Math.ceil(end / alignment) * alignment;
    }
    /// Members that are not given are 0; arrays are written one element after the other.
    write(data, address, values) {
        new Uint8Array(data.buffer, address, this.size).fill(0);
        data.setUint32(address, this.size, true);
        for (const name in values) {
            const { at, size, setter } = this.members.get(name);
            const value = values[name];
            if (Array.isArray(value)) value.forEach((one, i) => data[setter](address + at + i * size, one, true));
            else data[setter](address + at, value, true);
        }
    }
    read(data, address, name) {
        const { at, getter } = this.members.get(name);
        return data[getter](address + at, true);
    }
}

const Result = new Struct(structs.result);
const Column = new Struct(structs.column);
const ViewStruct = new Struct(structs.view);
const PathStruct = new Struct(structs.path);
const Parameter = new Struct(structs.parameter);
const Stage = new Struct(structs.stage);
const StreamUse = new Struct(structs.stream_use);
const Ticks = new Struct(structs.ticks);
const Execution = new Struct(structs.execution);
const ViewOptions = new Struct(structs.view_options);
const ViewStart = new Struct(structs.view_start);

const { F32, F64, I32, U32 } = enums.element;
const elementTypes = [];
elementTypes[F32] = Float32Array;
elementTypes[F64] = Float64Array;
elementTypes[I32] = Int32Array;
elementTypes[U32] = Uint32Array;
const uses = Object.fromEntries(Object.entries(enums.use).map(([name, number]) => [number, name.toLowerCase()]));
const modes = Object.fromEntries(Object.entries(enums.path_mode).map(([name, number]) => [name.toLowerCase().replace("_", "-"), number]));
const sees = new Map(Object.entries(enums.see).map(([name, number]) => [name.toLowerCase(), number]));
/// The most that a module can have: its malloc counts bytes in 32 bits, and its memory in pages of 64 KiB.
const mostBytes = 2 ** 32 - 2 ** 16;
const noTick = constants.NO_TICK;

/// The module and its memory, which never grows: an array in it stays where it is.
class Host {
    constructor(instance, memory) {
        this.exports = instance.exports;
        this.memory = memory;
        this.data = new DataView(memory.buffer);
        this.words = new Map();  // texts of which there are few, and which stay
        this.initial = new Map();  // the value of each stream that zeros starts with
        this.made = new Map();  // by address: each array that was made here, and the views that bind it
        this.freed = new WeakSet();  // arrays of which the memory was given back
        this.views = new Set();  // the memory of each view
        this.result = this.take(Result.size);
        this.ticks = this.take(Ticks.size);
        this.execution = this.take(Execution.size);
        this.viewOptions = this.take(ViewOptions.size);
        this.reserved = new Map();  // by name: memory that calls use again, and its bytes
        this.pair = this.take(16);
        // Releases memory that no other object sees.
        this.registry = new FinalizationRegistry(owned => owned.release());
    }
    /// Zeros.
    take(bytes) {
        if (!Number.isSafeInteger(bytes)) throw new WendError(`memory for ${bytes} bytes`, "INTERNAL_ERROR");
        const address = bytes > this.memory.buffer.byteLength ? 0 : this.exports.malloc(Math.max(bytes, 1));
        if (address === 0) throw this.noMemory(`no memory for ${bytes} bytes`);
        new Uint8Array(this.memory.buffer, address >>> 0, bytes).fill(0);
        return address >>> 0;
    }
    give(address) {
        this.exports.free(address);
    }
    /// Memory of that name, which stays as large as the largest call needed.
    reserve(name, bytes) {
        const old = this.reserved.get(name);
        if (old?.bytes >= bytes) return old.address;
        this.reserved.delete(name);
        if (old !== undefined) this.give(old.address);
        const address = this.take(bytes);
        this.reserved.set(name, { address, bytes });
        return address;
    }
    noMemory(problem) {
        const sum = sizes => sizes.reduce((total, size) => total + size, 0);
        const arrays = sum([...this.made.values()].map(({ array }) => array.byteLength));
        const views = sum([...this.views].flatMap(({ sizes }) => [...sizes.values()]));
        return new WendError(
            `${problem}: of the module's ${this.memory.buffer.byteLength} bytes ${this.made.size} arrays take ${arrays}, ${this.views.size} views ${views}; ` +
                "call free() of views, arrays, programs and paths that are no longer used, or load({ bytes }) with more", "OUT_OF_MEMORY");
    }
    array(type, length, initial = 0) {
        const array = new type(this.memory.buffer, this.take(length * type.BYTES_PER_ELEMENT), length);
        this.made.set(array.byteOffset, { array, bindings: new Map() });
        return initial === 0 ? array : array.fill(initial);
    }
    /// Gives back the memory of an array that `array` made.
    giveArray(array) {
        this.made.delete(array.byteOffset);
        this.freed.add(array);
        this.give(array.byteOffset);
    }
    /// The array that was made here and has this one's memory, or a part of it. Other memory is that of C or C++.
    madeAround({ byteOffset: address }) {
        const exact = this.made.get(address);
        if (exact !== undefined) return exact;
        for (const one of this.made.values())
            if (one.array.byteOffset < address && address < one.array.byteOffset + one.array.byteLength) return one;
        return undefined;
    }
    holds(array) {
        return array.buffer === this.memory.buffer;
    }
    /// A text's address, for as long as the module lives.
    word(text) {
        let address = this.words.get(text);
        if (address === undefined) this.words.set(text, (address = this.text(text).address));
        return address;
    }
    /// A text with a 0 behind it, which the caller releases.
    text(text) {
        const bytes = new TextEncoder().encode(text);
        const address = this.take(bytes.length + 1);
        new Uint8Array(this.memory.buffer, address, bytes.length).set(bytes);
        return { address, length: bytes.length };
    }
    string(address) {
        if (address === 0) return "";
        const bytes = new Uint8Array(this.memory.buffer, address);
        return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
    }
    ofResult(name) {
        return Result.read(this.data, this.result, name);
    }
    message() {
        return this.string(this.result + Result.members.get("message").at);
    }
    /// Calls a function whose last argument is a result; throws refusals.
    call(name, ...args) {
        Result.write(this.data, this.result, {});
        const code = this.exports[name](...args, this.result);
        if (code !== OK && code !== BAD_VALUE) {
            if (code === enums.code.OUT_OF_MEMORY) throw this.noMemory(this.message());
            const stage = this.ofResult("stage");
            throw new WendError(this.message(), codeNames[code], this.string(this.ofResult("subject")),
                this.string(stage) === "" ? null : Number(this.ofResult("index")));
        }
        return code;
    }
    report() {
        const faults = this.ofResult("faults");
        return {
            faults: Number(faults),
            firstFault: faults === 0n ? null : Number(this.ofResult("first_fault")),
            capped: Number(this.ofResult("capped")),
            notice: this.ofResult("notice") === OK ? "" : this.message(),
        };
    }
    writeTicks({ dt, tick, count = 1, seed = 0 }) {
        if (typeof dt !== "number") throw badArgument("dt", `dt is ${dt}, must be a number of seconds`);
        Ticks.write(this.data, this.ticks, {
            dt,
            count: Number(whole("count", count, 2n ** 32n)),
            first_tick: tick === undefined ? noTick : whole("tick", tick, noTick),
            seed: whole("seed", seed, 2n ** 64n),
        });
    }
    /// The address of an array of them.
    writeStarts(starts) {
        if (!Array.isArray(starts)) throw badArgument("starts", "starts: must be a list of { tick, seed }");
        const first = this.reserve("starts", ViewStart.size * starts.length);
        starts.forEach(({ tick, seed = 0 }, i) =>
            ViewStart.write(this.data, first + i * ViewStart.size, {
                first_tick: whole(`starts[${i}].tick`, tick, noTick), seed: whole(`starts[${i}].seed`, seed, 2n ** 64n),
            }));
        return first;
    }
    writeExecution({ isa, trusted = false }) {
        Execution.write(this.data, this.execution, { threading: enums.threading.SERIAL, isa: isa === undefined ? 0 : this.word(isa), inputs: trusted ? enums.inputs.TRUSTED : enums.inputs.CHECKED });
    }
}

/// Memory of one view: released by free(), or when the view is collected. Arrays that `zeros` made are released by
/// free() alone: a program may hold them, or parts of them, longer than the view.
class Owned {
    constructor(host, view) {
        this.host = host;
        this.sizes = new Map();  // by address
        this.bound = [];  // arrays of Host.made
        host.views.add(this);
        host.registry.register(view, this, this);
    }
    take(bytes) {
        const address = this.host.take(bytes);
        this.sizes.set(address, bytes);
        return address;
    }
    drop(address) {
        if (this.sizes.delete(address)) this.host.give(address);
    }
    /// Notes that the view binds an array in this memory.
    bind(name, array) {
        if (this.host.freed.has(array)) throw badArgument(name, `${name}: the array was freed`);
        const made = this.host.madeAround(array);
        if (made === undefined) return;
        made.bindings.set(this, name);
        this.bound.push(made);
    }
    release() {
        for (const address of this.sizes.keys()) this.host.give(address);
        for (const { bindings } of this.bound) bindings.delete(this);
        this.sizes.clear();
        this.bound = [];
        this.host.views.delete(this);
        this.host.registry.unregister(this);
    }
}

/// A handle of the library's: destroyed by free(), or when its object is collected.
class Handle {
    constructor(host, owner, address, destroy) {
        this.host = host;
        this.address = address;
        this.destroy = destroy;
        host.registry.register(owner, this, this);
    }
    get() {
        const [, kind] = this.destroy.split("_");
        if (this.address === 0) throw badArgument(kind, `${kind}: was freed`);
        return this.address;
    }
    release() {
        this.host.exports[this.destroy](this.address);
        this.address = 0;
        this.host.registry.unregister(this);
    }
}

// ---- views

export class View {
    #host; #owned; #struct = 0; #columns; #made; #copies = []; #workspace = null; #others;
    /** Use Wend.view. */
    constructor(host, streamTypes, streams, { firstId = 0, others = null, only = null, slice = false } = {}, made = []) {
        this.#host = host;
        this.#owned = new Owned(host, this);
        this.#others = others;
        this.#made = made;
        this.streams = Object.freeze({ ...streams });
        try {
            if (others !== null) View.#structOf(others, host, "others");
            if (only !== null && !(only instanceof Uint8Array || only instanceof Uint32Array))
                throw badArgument("only", "only: must be a Uint8Array, one element an agent, or a Uint32Array of slots");
            const names = Object.keys(streams), columns = (this.#columns = this.#owned.take(Column.size * names.length));
            names.forEach((name, i) => {
                const type = streamTypes.get(name), array = streams[name];
                if (type === undefined) throw new WendError(`there is no stream ${name}`, "UNKNOWN_STREAM", name);
                if (!(array instanceof type))
                    throw new WendError(`stream ${name}: found ${array?.constructor?.name ?? array}, must be ${type.name}`, "ELEMENT_TYPE_MISMATCH", name);
                Column.write(host.data, columns + i * Column.size, {
                    stream: host.exports.wend_find_stream(host.word(name)),
                    data: this.#place(name, array).byteOffset,
                    count: array.length,
                    element: elementTypes.indexOf(type),
                });
            });
            const selected = only === null ? null : this.#place("only", only);
            const struct = this.#owned.take(ViewStruct.size);
            ViewStruct.write(host.data, struct, {
                first_id: Number(whole("firstId", firstId, 2n ** 32n)),
                columns,
                column_count: names.length,
                others: others === null ? 0 : others.#struct,
                selection: selected === null ? enums.selection.ALL : only instanceof Uint8Array ? enums.selection.BYTES : enums.selection.SLOTS,
                slice: slice ? 1 : 0,
                selected: selected?.byteOffset ?? 0,
                selected_count: selected?.length ?? 0,
            });
            this.#struct = struct;
        } catch (error) {
            this.#release();
            throw error;
        }
    }
    get length() {
        return this.streams.position_x?.length ?? 0;
    }
    free() {
        for (const array of this.#made)
            for (const [owned, name] of this.#host.made.get(array.byteOffset).bindings)
                if (owned !== this.#owned) throw badArgument("view", `view: another view binds its array as ${name}: free that view first`);
        this.#release();
    }
    /** Lets calls see the first `count` agents alone. */
    static resize(view, count) {
        View.#structOf(view, view.#host, "agents");
        const { at } = Column.members.get("count");
        Object.keys(view.streams).forEach((_, i) => view.#host.data.setUint32(view.#columns + i * Column.size + at, count, true));
    }
    #release() {
        this.#owned.release();
        for (const array of this.#made) this.#host.giveArray(array);
        this.#made = [];
        this.#struct = 0;
    }
    /// The array, or where its copy lies.
    #place(name, array) {
        if (this.#host.holds(array)) {
            this.#owned.bind(name, array);
            return array;
        }
        const inside = new array.constructor(this.#host.memory.buffer, this.#owned.take(array.byteLength), array.length);
        this.#copies.push({ name, array, inside });
        return inside;
    }
    /// The struct of a view that this Wend made, for a call; `name` is that of the argument.
    static #structOf(view, host, name) {
        if (!(view instanceof View)) throw badArgument(name, `${name}: must be a View`);
        if (view.#host !== host) throw badArgument(name, `${name}: was made by another Wend, whose memory is another`);
        if (view.#struct === 0) throw badArgument(name, `${name}: was freed`);
        return view.#struct;
    }
    /** A view's struct for a call with that program: `call` with its address, between the copies in and out. */
    static withStruct(view, host, program, call) {
        const struct = View.#structOf(view, host, "view");
        View.#copyIn([view], host, program);
        if (program.looksAtOthers) view.#makeWorkspace(program);
        const answer = call(struct);
        view.#copyOut(program);
        return answer;
    }
    /** The same for several views, whose structs then lie side by side. Those that are `joined` need no workspaces. */
    static withStructs(views, host, program, joined, call) {
        if (!Array.isArray(views)) throw badArgument("views", "views: must be a list of views");
        const structs = views.map((view, i) => View.#structOf(view, host, `views[${i}]`));
        if (new Set(views).size < views.length) throw badArgument("views", "views: one of them is given twice");
        View.#copyIn(views, host, program);
        if (program.looksAtOthers && !joined) for (const view of views) view.#makeWorkspace(program);
        const { size } = ViewStruct, first = host.reserve("structs", size * views.length), memory = new Uint8Array(host.memory.buffer);
        structs.forEach((struct, i) => memory.copyWithin(first + i * size, struct, struct + size));
        call(first);
        for (const view of views) view.#copyOut(program);
    }
    static #copyIn(views, host, program) {
        const read = new Set(views);
        for (const view of views) {
            if (view.#others === null) continue;
            View.#structOf(view.#others, host, "others");
            read.add(view.#others);
        }
        for (const view of read)
            for (const { name, array, inside } of view.#copies) if (name === "only" || program.uses(name)) inside.set(array);
    }
    #copyOut(program) {
        for (const { name, array, inside } of this.#copies) if (program.writes(name)) array.set(inside);
    }
    #makeWorkspace(program) {
        const host = this.#host;
        host.call("wend_workspace_size", program.handle, this.#struct, host.pair);
        const floats = host.data.getUint32(host.pair, true);
        if (floats <= (this.#workspace?.length ?? 0)) return;
        const old = this.#workspace;
        this.#workspace = new Float32Array(host.memory.buffer, this.#owned.take(4 * floats), floats);
        if (old !== null) this.#owned.drop(old.byteOffset);
        const { at } = ViewStruct.members.get("workspace");
        host.data.setUint32(this.#struct + at, this.#workspace.byteOffset, true);
        host.data.setUint32(this.#struct + at + 4, floats, true);
    }
}

/// Streams of slots, which follow the agents that they name.
const slotStreams = ["target_agent", "other_agent", "third_agent"];

export class AgentBuffer extends View {
    #initial; #length = 0; #looksElsewhere;
    /** Use Program.buffer. */
    constructor(host, streamTypes, streams, others) {
        super(host, streamTypes, streams, { others }, Object.values(streams));
        this.#initial = host.initial;
        this.#looksElsewhere = others !== null;
        this.nextId = 0;
        View.resize(this, 0);
    }
    get length() {
        return this.#length;
    }
    get capacity() {
        return this.streams.id.length;
    }
    spawn(count = 1, values = {}) {
        const first = this.#length, room = this.capacity - first, end = first + count, { id } = this.streams;
        if (!(Number.isInteger(count) && count >= 0 && count <= room))
            throw badArgument("count", `count is ${count}, must be in [0, ${room}]: the buffer holds ${first} of ${this.capacity} agents`);
        const given = Object.entries(values).map(([name, value]) => [name, this.#elements(name, value, count)]);
        this.#resize(end);
        for (const [name, array] of Object.entries(this.streams)) array.fill(this.#initial.get(name), first, end);
        for (let i = 0; i < count; i++) id[first + i] = this.nextId + i;
        for (const [name, elements] of given)
            if (elements.length === 1) this.streams[name].fill(elements[0], first, end);
            else this.streams[name].set(elements, first);
        if (!("id" in values)) this.nextId = (this.nextId + count) % 2 ** 32;
        else for (let slot = first; slot < end; slot++) this.nextId = Math.max(this.nextId, (id[slot] + 1) % 2 ** 32);
        return first;
    }
    remove(agents) {
        const size = this.#length, gone = this.#slots(agents), left = size - gone.length, moves = [];
        let last = size - 1, behind = gone.length - 1;
        for (let i = 0; gone[i] < left; i++) {
            while (gone[behind] === last) {
                behind--;
                last--;
            }
            moves.push([last--, gone[i]]);
        }
        this.#resize(left);
        for (const array of Object.values(this.streams)) for (const [from, to] of moves) array[to] = array[from];
        if (!this.#looksElsewhere) this.#follow(size, gone, moves);
        return gone.length;
    }
    slotOf(id) {
        const slot = this.streams.id.subarray(0, this.#length).indexOf(id);
        return slot < 0 ? null : slot;
    }
    #resize(length) {
        View.resize(this, length);
        this.#length = length;
    }
    /// One value for all, or one each, in the stream's type.
    #elements(name, value, count) {
        const array = this.streams[name], type = array?.constructor, values = typeof value === "number" ? [value] : value;
        if (!ArrayBuffer.isView(array)) throw new WendError(`${name} is no stream of the buffer`, "UNKNOWN_STREAM", name);
        if (values !== value || values?.length === count) {
            const elements = type.from(values), isFloat = type === Float32Array || type === Float64Array;
            const wrong = isFloat ? -1 : elements.findIndex((element, i) => element !== values[i]);
            if (wrong >= 0) throw badArgument(name, `${name}: ${values[wrong]} is no element of a ${type.name}`);
            return elements;
        }
        throw badArgument(name, `${name}: must be a number, or ${count} of them`);
    }
    /// Each once, in ascending order.
    #slots(agents) {
        const size = this.#length;
        if (agents instanceof Uint8Array && agents.length !== size)
            throw new WendError(`agents has ${agents.length} elements, must have ${size}, one an agent`, "BAD_SELECTION", "agents");
        if (agents instanceof Uint8Array) return Array.from(agents.keys()).filter(slot => agents[slot] !== 0);
        const slots = typeof agents === "number" ? [agents] : agents;
        if (!(Array.isArray(slots) || slots instanceof Uint32Array))
            throw badArgument("agents", "agents: must be a slot, a list of slots, or a Uint8Array, one element an agent");
        for (const slot of slots)
            if (!(Number.isInteger(slot) && slot >= 0 && slot < size)) throw new WendError(`agents: slot ${slot} is not in [0, ${size})`, "BAD_SELECTION", "agents");
        return Uint32Array.from(new Set(slots)).sort();
    }
    #follow(size, gone, moves) {
        const names = slotStreams.filter(name => name in this.streams);
        if (names.length === 0) return;
        const now = new Int32Array(size);
        for (let slot = 0; slot < size; slot++) now[slot] = slot;
        for (const slot of gone) now[slot] = -1;
        for (const [from, to] of moves) now[from] = to;
        for (const name of names) {
            const slots = this.streams[name];
            for (let i = 0; i < this.#length; i++) if (slots[i] >= 0 && slots[i] < size) slots[i] = now[slots[i]];
        }
    }
}

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
                if (!this.#streamTypes.has(name)) throw new WendError(`there is no stream ${name}`, "UNKNOWN_STREAM", name);
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
        if (code === OK) return null;
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
        [...this.streamTypes.keys()].forEach((name, i) => host.initial.set(name, exports.wend_stream_initial(i)));
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

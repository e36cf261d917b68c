// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// The module's memory: arrays in it, structs of wend.h, calls with them, and what releases it.

import { constants, enums, structs } from "./api.js";

const { OK, BAD_VALUE } = enums.code;
export const codeNames = Object.fromEntries(Object.entries(enums.code).map(([name, number]) => [number, name]));

export class WendError extends Error {
    constructor(message, code, subject = "", stage = null) {
        super(message);
        this.name = "WendError";
        this.code = code;
        this.subject = subject;
        this.stage = stage;
    }
}

export function badArgument(subject, message) {
    return new WendError(message, "BAD_ARGUMENT", subject);
}

export function whole(name, value, end) {
    const number = typeof value === "bigint" ? value : Number.isSafeInteger(value) ? BigInt(value) : -1n;
    if (number < 0n || number >= end) throw badArgument(name, `${name} is ${value}, must be a whole number in [0, ${end})`);
    return number;
}

/// A struct of wend.h: addresses and sizes have 32 bits, and a member lies at a multiple of its size.
export class Struct {
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
const Ticks = new Struct(structs.ticks);
const Execution = new Struct(structs.execution);
export const ViewOptions = new Struct(structs.view_options);
const ViewStart = new Struct(structs.view_start);

const { F32, F64, I32, U32 } = enums.element;
export const elementTypes = [];
elementTypes[F32] = Float32Array;
elementTypes[F64] = Float64Array;
elementTypes[I32] = Int32Array;
elementTypes[U32] = Uint32Array;
export const noTick = constants.NO_TICK;

/// The module and its memory, which never grows: an array in it stays where it is.
export class Host {
    constructor(instance, memory) {
        this.exports = instance.exports;
        this.memory = memory;
        this.data = new DataView(memory.buffer);
        this.words = new Map();  // texts of which there are few, and which stay
        this.numbers = new Map();  // by the names of streams, in their order
        this.initial = new Map();  // the value of each stream that zeros starts with
        this.made = new Map();  // by address: each array that was made here, and the views that bind it
        this.freed = new WeakSet();  // arrays of which the memory was given back
        this.views = new Set();  // the memory of each view
        this.takers = null;  // of journals
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
    streamNumber(name) {
        const number = this.numbers.get(name);
        if (number === undefined) throw new WendError(`there is no stream ${name}`, "UNKNOWN_STREAM", name);
        return number;
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
export class Owned {
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

/// A handle of the library's: destroyed by free(), or when its object is collected; then `after` is called.
export class Handle {
    constructor(host, owner, address, destroy, after = () => {}) {
        this.host = host;
        this.address = address;
        this.destroy = destroy;
        this.after = after;
        host.registry.register(owner, this, this);
    }
    get() {
        const [, kind] = this.destroy.split("_");
        if (this.address === 0) throw badArgument(kind, `${kind}: was freed`);
        return this.address;
    }
    release() {
        if (this.address === 0) return;
        this.host.exports[this.destroy](this.address);
        this.address = 0;
        this.after();
        this.host.registry.unregister(this);
    }
}

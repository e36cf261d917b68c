// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Journals of a program's calls.

import { enums, structs } from "./api.js";
import { badArgument, codeNames, elementTypes, Handle, noTick, Struct, WendError, whole } from "./host.js";
import { View } from "./view.js";

const JournalCall = new Struct(structs.journal_call);
const JournalOptions = new Struct(structs.journal_options);

/// A module that imports a function of three numbers, which returns one, and exports it: a table takes no other kind.
const passing = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 1, 8, 1, 96, 3, 127, 127, 127, 1, 127, 2, 7, 1, 1, 97, 1, 97, 0, 0, 7, 5, 1, 1, 97, 0, 0);

/// The takers of the blocks of all journals of a module, by numbers: one function in its table serves them.
class Takers {
    constructor(host) {
        this.byNumber = new Map();
        this.next = 1;
        const a = (number, block, bytes) => {
            const taker = this.byNumber.get(number);
            try {
                taker.write(new Uint8Array(host.memory.buffer, block >>> 0, bytes).slice());
                return 1;
            } catch (error) {
                taker.errors.push(error);
                return 0;
            }
        };
        const table = host.exports.__indirect_function_table;
        this.index = table.grow(1);
        table.set(this.index, new WebAssembly.Instance(new WebAssembly.Module(passing), { a: { a } }).exports.a);
    }
    add(taker) {
        this.byNumber.set(this.next, taker);
        return this.next++;
    }
}

export class JournalWriter {
    #host; #program; #errors = []; #handle;
    /** Use Program.record. */
    constructor(host, program, view, write, { hashEvery = 1, flushEvery = 1, mostAgents = 0, declaredChanges = false } = {}) {
        if (typeof write !== "function") throw badArgument("write", "write: must be a function that takes a Uint8Array");
        this.#host = host;
        this.#program = program;
        const chosen = {
            hash_every: Number(whole("hashEvery", hashEvery, 2n ** 32n)),
            flush_every: Number(whole("flushEvery", flushEvery, 2n ** 32n)),
            declared_changes: declaredChanges ? 1 : 0,
            most_agents: Number(whole("mostAgents", mostAgents, 2n ** 32n)),
        };
        const takers = (host.takers ??= new Takers(host)), number = takers.add({ write, errors: this.#errors });
        const forget = () => takers.byNumber.delete(number), options = host.take(JournalOptions.size);
        JournalOptions.write(host.data, options, chosen);
        try {
            View.withStruct(view, host, program, struct =>
                host.call("wend_journal_create", program.handle, struct, options, takers.index, number, 0, 0, host.pair));
        } catch (error) {
            forget();
            throw error;
        } finally {
            host.give(options);
        }
        this.#handle = new Handle(host, this, host.data.getUint32(host.pair, true), "wend_journal_destroy", forget);
        this.#raise();
    }
    run(view, ticks) {
        const host = this.#host, program = this.#program, journal = this.#handle.get();
        host.writeTicks(ticks);
        host.writeExecution(ticks);
        View.withStruct(view, host, program, struct => host.call("wend_journal_run", journal, program.handle, struct, host.ticks, host.execution));
        this.#raise();
        return host.report();
    }
    changed(...streams) {
        for (const name of streams) this.#host.exports.wend_journal_changed(this.#handle.get(), this.#host.streamNumber(name));
    }
    flush() {
        this.#host.exports.wend_journal_flush(this.#handle.get());
        this.#raise();
    }
    get works() {
        return this.#host.exports.wend_journal_works(this.#handle.get()) !== 0;
    }
    free() {
        this.#handle.release();
        this.#raise();
    }
    /// Throws the first error of `write` since the last time.
    #raise() {
        const [error] = this.#errors.splice(0);
        if (error !== undefined) throw error;
    }
}

export class Journal {
    #host; #handle; #waits = false;
    /** Use Wend.journal. */
    constructor(host, journal) {
        if (!(journal instanceof Uint8Array)) throw badArgument("journal", "journal: must be a Uint8Array");
        this.#host = host;
        const { byteLength } = journal, bytes = host.take(byteLength);
        new Uint8Array(host.memory.buffer, bytes, byteLength).set(journal);
        try {
            host.call("wend_journal_reader_create", bytes, byteLength, 0, 0, host.pair);
        } catch (error) {
            host.give(bytes);
            throw error;
        }
        this.#handle = new Handle(host, this, host.data.getUint32(host.pair, true), "wend_journal_reader_destroy", () => host.give(bytes));
    }
    next() {
        const host = this.#host, { data, exports } = host, journal = this.#handle.get(), at = host.reserve("journal_call", JournalCall.size);
        if (this.#waits) this.run();
        JournalCall.write(data, at, {});
        if (exports.wend_journal_reader_next(journal, at) === 0) return null;
        const of = name => JournalCall.read(data, at, name), code = of("code"), tick = of("first_tick");
        this.#waits = code === enums.code.OK;
        return {
            number: Number(of("number")),
            dt: of("dt"),
            count: of("count"),
            tick: tick === noTick ? null : Number(tick),
            seed: of("seed"),
            hash: of("has_hash") === 0 ? null : of("hash"),
            code: codeNames[code],
            faults: Number(of("faults")),
            changed: [...host.numbers.keys()].filter((_, stream) => exports.wend_journal_reader_changed(journal, stream) !== 0),
            otherAgents: of("other_agents") !== 0,
            tuned: of("tuned") !== 0,
            otherSets: of("other_sets") !== 0,
        };
    }
    *[Symbol.iterator]() {
        for (let call; (call = this.next()) !== null;) yield call;
    }
    run(execution = {}) {
        if (!this.#waits) throw badArgument("call", "no call waits: it was run, or refused, or is not read");
        const host = this.#host;
        host.writeExecution(execution);
        host.call("wend_journal_reader_run", this.#handle.get(), host.execution);
        this.#waits = false;
        return host.report();
    }
    stateHash() {
        return BigInt.asUintN(64, this.#host.exports.wend_journal_reader_hash(this.#handle.get()));
    }
    stream(name) {
        const host = this.#host, { data, exports } = host, number = host.streamNumber(name);
        const at = exports.wend_journal_reader_stream(this.#handle.get(), number, host.pair) >>> 0;
        if (at === 0) throw new WendError(`the journal has no stream ${name}`, "UNKNOWN_STREAM", name);
        return new elementTypes[exports.wend_stream_element(number)](host.memory.buffer, at, data.getUint32(host.pair, true)).slice();
    }
    get damage() {
        return this.#host.string(this.#host.exports.wend_journal_reader_damage(this.#handle.get()));
    }
    free() {
        this.#handle.release();
    }
}

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Views of agents: which array holds which stream.

import { enums, structs } from "./api.js";
import { badArgument, elementTypes, Owned, Struct, WendError, whole } from "./host.js";

const Column = new Struct(structs.column);
const ViewStruct = new Struct(structs.view);

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
                const number = host.streamNumber(name), type = streamTypes.get(name), array = streams[name];
                if (!(array instanceof type))
                    throw new WendError(`stream ${name}: found ${array?.constructor?.name ?? array}, must be ${type.name}`, "ELEMENT_TYPE_MISMATCH", name);
                Column.write(host.data, columns + i * Column.size, {
                    stream: number,
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

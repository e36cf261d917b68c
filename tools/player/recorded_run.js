// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

const nowhere = 65535;

/// The inverse of pack_frames (tools/player/packed_positions.hpp).
function unpackFrames(bytes, frameCount, agentCount) {
    const width = 2 * agentCount, values = new Uint16Array(frameCount * width);
    let at = 0;
    for (let i = 0; i < values.length; i++) {
        const code = bytes[at++];
        if (code === 255) {
            values[i] = bytes[at] | bytes[at + 1] << 8;
            at += 2;
        } else {
            const last = i < width ? 0 : values[i - width];
            const before = i < 2 * width ? 0 : values[i - 2 * width];
            values[i] = 2 * last - before + code - 127;
        }
    }
    return values;
}

/// The run in a page (tools/player/player_page.cpp). Agents are indices of its lists; frames may be fractions.
class RecordedRun {
    /// `page`: a document. Throws an Error if it has no run.
    constructor(page) {
        const textOf = id => page.getElementById(id)?.textContent;
        if (!["run", "places", "numbers"].every(id => page.getElementById(id)))
            throw new Error("it is no page of wend run or wend replay");
        const run = JSON.parse(textOf("run"));
        Object.assign(this, {
            title: page.querySelector("h1").textContent, summary: page.querySelector("h1 + p").textContent,
            dt: run.dt, ticks: run.ticks, ids: run.ids, opens: run.opens,
            stages: run.stages, columns: run.columns, detailed: run.detailed,
            frameCount: run.ticks.length, agentCount: run.ids.length, lastFrame: run.ticks.length - 1,
        });
        this.places = unpackFrames(bytesOf(textOf("places")), this.frameCount, this.agentCount);
        this.numbers = new Float32Array(bytesOf(textOf("numbers")).buffer);
        // Runs with an orientation have it of all agents, as pack_angle packs it.
        this.orientations = textOf("orientations") ? bytesOf(textOf("orientations")) : null;
        this.columnOf = new Map(run.columns.map((name, i) => [name, i]));
        this.detailOf = new Map(run.detailed.map((agent, i) => [agent, i]));
        this.agentOfId = new Map(run.ids.map((id, i) => [id, i]));
        this.agentOfSlot = run.slots ? new Map(run.slots.map((slot, i) => [slot, i])) : null;

        const [minX, minY, maxX, maxY] = run.extent, [x0, y0, x1, y1] = run.view;
        Object.assign(this, { minX, minY, unitX: (maxX - minX) / 65534, unitY: (maxY - minY) / 65534 });
        this.box = { minX: x0, minY: y0, maxX: x1, maxY: y1 };
        this.wide = run.wraps ? run.world[2] - run.world[0] : Infinity;
        this.high = run.wraps ? run.world[3] - run.world[1] : Infinity;

        const areas = [];
        if (run.world) areas.push([run.world, run.wraps ? [6, 4] : []]);
        if (run.soft_walls) areas.push([run.soft_walls, [2, 3]]);
        const corridor = run.path_is_corridor ? run.path_radius : undefined;
        const nodes = !run.path_is_corridor && run.path_radius > 0 ? run.path_radius : undefined;
        this.grounds = run.grounds.map(ground => ({ ...ground, areas, corridor, nodes }));
        this.bodyRadius = Math.max(0, ...run.stages.map(stage => stage.parameters.body_radius || 0));
    }
    get seconds() {
        return this.ticks.map(tick => tick * this.dt);
    }
    /// The frame at a time; before the first and after the last one these.
    frameAt(seconds) {
        let low = 0, high = this.lastFrame;
        while (low < high) {
            const middle = low + high + 1 >> 1;
            if (this.ticks[middle] * this.dt <= seconds) low = middle;
            else high = middle - 1;
        }
        if (low === this.lastFrame) return low;
        const from = this.ticks[low] * this.dt, to = this.ticks[low + 1] * this.dt;
        return low + Math.max(0, (seconds - from) / (to - from));
    }
    stageNamed(name) {
        return this.stages.find(stage => stage.name === name);
    }
    /// Of a whole frame; undefined where it is not kept.
    value(frame, agent, column) {
        const detail = this.detailOf.get(agent), place = this.columnOf.get(column);
        if (detail === undefined || place === undefined) return undefined;
        return this.numbers[(frame * this.detailed.length + detail) * this.columns.length + place];
    }
    vector(frame, agent, prefix, x = "_x", y = "_y") {
        const vx = this.value(frame, agent, prefix + x);
        return vx === undefined ? undefined : { x: vx, y: this.value(frame, agent, prefix + y) };
    }
    forceOf(frame, agent, name) {
        return this.vector(frame, agent, `${name} force`, " x", " y");
    }
    bodyOf(frame, agent) {
        return this.value(frame, agent, "body_radius") ?? this.bodyRadius;
    }
    /// Whether a step stays within the world: one of more than half a wrapping world leads across its edge.
    isNear({ x, y }) {
        return Math.abs(x) < this.wide / 2 && Math.abs(y) < this.high / 2;
    }
    /// From one element of `places` to another, in metres.
    #step(from, to) {
        const { places, unitX, unitY } = this;
        return { x: (places[to] - places[from]) * unitX, y: (places[to + 1] - places[from + 1]) * unitY };
    }
    /// Null where an agent has no place.
    placeAt(frame, agent) {
        const { places } = this, whole = Math.floor(frame), i = 2 * (whole * this.agentCount + agent);
        if (places[i] === nowhere) return null;
        const place = { x: this.minX + places[i] * this.unitX, y: this.minY + places[i + 1] * this.unitY };
        const share = frame - whole, j = i + 2 * this.agentCount;
        if (share > 0 && j < places.length && places[j] !== nowhere) {
            const step = this.#step(i, j);
            if (this.isNear(step)) {
                place.x += step.x * share;
                place.y += step.y * share;
            }
        }
        return place;
    }
    orientationOf(frame, agent) {
        return unitAt(this.orientations[frame * this.agentCount + agent] * Math.PI / 128);
    }
    /// The direction of an agent's arrow: its orientation, otherwise its velocity, otherwise its last displacement.
    headingOf(frame, agent) {
        if (this.orientations) return this.orientationOf(frame, agent);
        const velocity = this.vector(frame, agent, "velocity");
        if (velocity && (velocity.x !== 0 || velocity.y !== 0)) return velocity;
        for (let to = Math.max(Math.min(frame + 1, this.lastFrame), 1); to > Math.max(0, frame - 8); to--) {
            const j = 2 * (to * this.agentCount + agent), i = j - 2 * this.agentCount;
            const step = this.#step(i, j);
            if ((step.x !== 0 || step.y !== 0) && this.isNear(step)) return step;
        }
        return { x: 0, y: 0 };
    }
    /// Events of the scenario change it.
    groundAt(frame) {
        return this.grounds.filter(one => one.tick <= this.ticks[Math.floor(frame)]).at(-1);
    }
    /// The agents within a radius of one, by their places.
    placesWithin(frame, agent, radius) {
        const found = [], place = this.placeAt(frame, agent);
        for (let other = 0; place && other < this.agentCount; other++) {
            const there = other === agent ? null : this.placeAt(frame, other);
            if (!there) continue;
            const dx = Math.abs(there.x - place.x), dy = Math.abs(there.y - place.y);
            if (Math.hypot(Math.min(dx, this.wide - dx), Math.min(dy, this.high - dy)) < radius) found.push(there);
        }
        return found;
    }
    /// The greatest magnitude of an agent's vectors in the run.
    greatest(agent, prefix, x, y) {
        let most = 0;
        for (let frame = 0; frame < this.frameCount; frame++) {
            const v = this.vector(frame, agent, prefix, x, y), length = v ? Math.hypot(v.x, v.y) : 0;
            if (length > most) most = length;
        }
        return most;
    }
}

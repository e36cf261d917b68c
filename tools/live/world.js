// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// One side of the page: a scenario of `wend run` as JSON, and its agents at a tick, in a module of its own.
import { hashOf, loadScenario, putFile } from "./scenario.js";
import { ForceProbe } from "./probe.js";

/// As many agents are drawn as arrows with trails; more as pixels.
export const few = 400;
const trailLength = 60;

/// One line a key and a stage.
export function jsonText(given) {
    const lines = Object.entries(given).map(([key, value]) => key === "stages"
        ? `  "stages": [\n${value.map(stage => `    ${JSON.stringify(stage)}`).join(",\n")}\n  ]`
        : `  ${JSON.stringify(key)}: ${JSON.stringify(value)}`);
    return `{\n${lines.join(",\n")}\n}\n`;
}

/// All values of a key in stages.
function inStages(stages, key) {
    const found = [];
    const look = value => {
        if (typeof value !== "object" || value === null) return;
        for (const [name, inside] of Object.entries(value)) {
            if (name === key) found.push(inside);
            look(inside);
        }
    };
    look(stages);
    return found;
}

export class World {
    constructor(wend, files) {
        Object.assign(this, { wend, scenario: null, probe: null, json: null, tick: 0, changed: null, trails: null });
        for (const [name, content] of files) putFile(wend, name, content);
    }
    give(name, content) {
        putFile(this.wend, name, content);
    }
    get count() {
        return this.scenario.count;
    }
    get streams() {
        return this.scenario.streams;
    }
    get hash() {
        return hashOf(this.scenario);
    }
    /// Starts a scenario at tick 0; one that is refused throws its reason, and leaves the one before.
    start(name, json) {
        this.#load(name, json);
        Object.assign(this, { tick: 0, changed: null, trails: this.count <= few ? [] : null });
    }
    /// Another scenario for the same agents, which keep their state: its events before this tick are over.
    amend(name, json) {
        const kept = Object.entries(this.streams).map(([stream, values]) => [stream, values.slice()]);
        const count = this.count;
        this.#load(name, json);
        if (this.count !== count) throw new Error(`${this.count} agents in place of ${count}`);
        this.scenario.resume(this.tick, kept, (json.events ?? []).map(event => event.tick));
    }
    #load(name, json) {
        this.give(`${name}.json`, jsonText(json));
        const loaded = loadScenario(this.wend, `${name}.json`);
        this.probe?.free();
        this.scenario?.free();
        Object.assign(this, { scenario: loaded, json, probe: ForceProbe.isFor(loaded) ? new ForceProbe(this.wend, loaded) : null });
    }
    advance() {
        const { count, streams } = this;
        const hadEvents = this.scenario.run(this.json.seed ?? 0, this.tick);
        this.tick++;
        // The program of an event has the parameters of the file.
        if (hadEvents && this.changed !== null)
            this.scenario.stages.forEach(({ parameters }, i) => this.scenario.program.tune(i, Object.fromEntries(parameters.map(one => [one.name, one.value]))));
        if (this.trails && this.tick % 2 === 0) {
            const places = new Float32Array(2 * count);
            for (let i = 0; i < count; i++) {
                places[2 * i] = streams.position_x[i];
                places[2 * i + 1] = streams.position_y[i];
            }
            this.trails.push(places);
            if (this.trails.length > trailLength) this.trails.shift();
        }
        return hadEvents;
    }
    /// Changes a parameter while the agents go on; throws the refusal.
    tune(index, name, value) {
        this.scenario.program.tune(index, { [name]: value });
        this.json = this.withParameter(index, name, value);
        this.note("parameters changed");
        this.parameter(index, name).value = value;
    }
    /// From this tick on `wend run` gives other hashes.
    note(reason) {
        this.changed ??= { reason, tick: this.tick };
    }
    withParameter(index, name, value) {
        const stages = this.json.stages.map((one, i) => {
            const [stage, parameters] = Object.entries(one)[0];
            return i === index ? { [stage]: { ...parameters, [name]: value } } : one;
        });
        return { ...this.json, stages };
    }
    parameter(index, name) {
        return this.scenario.stages[index].parameters.find(one => one.name === name);
    }
    valueOf(stage, name) {
        return this.scenario.stages.find(one => one.stage === stage)?.parameters.find(one => one.name === name)?.value;
    }
    /// The force that a full arrow stands for.
    forceScale(slot = 0) {
        return this.valueOf("locomotion", "max_force") || this.streams.max_force?.[slot] || 1;
    }
    clock() {
        return { dt: this.scenario.dt, seed: this.json.seed ?? 0, tick: this.tick };
    }
    /// A place of the scenario in the plane, whose origin may lie elsewhere.
    inPlane([x, y, ...rest]) {
        return [x - this.scenario.origin[0], y - this.scenario.origin[1], ...rest];
    }
    area() {
        const { area } = this.json.agents;
        return area && [...this.inPlane(area.slice(0, 2)), ...this.inPlane(area.slice(2))];
    }
    /// The scenario's stages with the targets and goals of the events until now.
    #stagesNow() {
        const passed = (this.json.events ?? []).filter(event => event.tick <= this.tick && (event.stage !== undefined || event.goals !== undefined));
        if (passed.length === 0) return this.json.stages;
        const stages = structuredClone(this.json.stages);
        const withGoals = (value, goals) => {
            if (typeof value !== "object" || value === null) return;
            if (value.goals !== undefined) value.goals = goals;
            Object.values(value).forEach(inside => withGoals(inside, goals));
        };
        for (const event of passed) {
            if (event.stage !== undefined) Object.values(stages[event.stage])[0].target = event.target;
            if (event.goals !== undefined) withGoals(stages, event.goals);
        }
        return stages;
    }
    targets() {
        const stages = this.#stagesNow();
        const found = [...inStages(stages, "target").filter(Array.isArray), ...inStages(stages, "goals").flat()].map(point => this.inPlane(point));
        for (const prefix of ["target", "other_target"]) {
            const { [`${prefix}_x`]: xs, [`${prefix}_y`]: ys } = this.streams;
            if (xs) for (let i = 0; i < Math.min(this.count, few); i++) found.push([xs[i], ys[i]]);
        }
        return [...new Map(found.map(point => [point.join(), point])).values()];
    }
    free() {
        this.probe?.free();
        this.scenario?.free();
    }
}

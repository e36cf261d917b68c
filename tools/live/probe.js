// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// The forces of agents at a moment: of all stages together, and of each stage alone. The stream `stages` chooses the
// stages that act on an agent, so that the program itself computes each of them, with its weight and its draws.

const outputs = ["force_x", "force_y", "steering_force_x", "steering_force_y"];
const all = 0xffffffff;

export class ForceProbe {
    static isFor(scenario) {
        return outputs.every(name => scenario.program.streams.some(stream => stream.name === name));
    }
    constructor(wend, scenario) {
        const { count } = scenario;
        this.wend = wend;
        this.scenario = scenario;
        this.slot = new Uint32Array(1);
        this.made = Object.fromEntries(outputs.map(name => [name, wend.allocate(Float32Array, count)]));
        this.stages = wend.allocate(Uint32Array, count);
        this.stages.set(scenario.streams.stages ?? new Uint32Array(count).fill(all));
        const streams = { ...scenario.streams, ...this.made, stages: this.stages };
        this.views = { one: wend.view(streams, { only: this.slot }), every: wend.view(streams) };
    }
    /// The steering forces of all agents.
    ofAll(clock) {
        this.scenario.program.forces(this.views.every, clock);
        return { x: this.made.steering_force_x, y: this.made.steering_force_y };
    }
    /// `stages`: the force that each of them asks for; `steering`: the sum as the locomotion takes it.
    ofAgent(slot, clock) {
        const { stages, made } = this, { program } = this.scenario, own = stages[slot];
        this.slot[0] = slot;
        const run = mask => {
            stages[slot] = mask;
            program.forces(this.views.one, clock);
        };
        const last = program.stages.length - 1, locomotion = 1 << last;
        const orca = program.stages.indexOf("orca");
        run(own);
        const steering = { x: made.steering_force_x[slot], y: made.steering_force_y[slot] };
        const found = [];
        for (let i = 0; i < last; i++) {
            if ((own & 1 << i) === 0 || i === orca) continue;
            run(1 << i | locomotion);
            found.push({ stage: program.stages[i], x: made.force_x[slot], y: made.force_y[slot] });
        }
        // ORCA replaces the velocity that the forces lead to: its arrow is the difference.
        if (orca >= 0 && (own & 1 << orca) !== 0) {
            run(own & ~(1 << orca));
            found.push({ stage: "orca", x: steering.x - made.steering_force_x[slot], y: steering.y - made.steering_force_y[slot] });
        }
        stages[slot] = own;
        return { stages: found, steering };
    }
    free() {
        Object.values(this.views).forEach(view => view.free());
        [...Object.values(this.made), this.stages].forEach(array => this.wend.free(array));
    }
}

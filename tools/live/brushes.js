// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Brushes, each where a behaviour can use it: attract and repel are forces of the caller's (the stage external_force),
// the others are events or paths of the scenario.

/// Of attract and repel.
export const radiusPixels = 90;

const locomotionOf = json => json.stages.some(one => one.locomotion);
const named = (stages, pattern) => pattern.test(JSON.stringify(stages));
/// Bits of the stream `stages` and events name stages by their numbers, which a stage before them would change.
const canHavePush = ({ json, streams }) =>
    locomotionOf(json) && !streams.stages && !(json.events ?? []).some(event => event.stage !== undefined);

const needsOfPush = "agents that forces move, without stages of their own or events that change one";

export const brushes = {
    attract: { label: "Attract", hint: "Press and hold: agents within the circle are drawn to the pointer.", needs: needsOfPush, fits: canHavePush },
    repel: { label: "Repel", hint: "Press and hold: agents within the circle are pushed away from the pointer.", needs: needsOfPush, fits: canHavePush },
    target: {
        label: "Move target", hint: "Press where the target or goal is to be.",
        needs: "one target for all agents, which no stage replaces", fits: ({ json, streams }) => canMoveTarget(json, streams),
    },
    wall: {
        label: "Draw a wall", hint: "Draw a line: it is a wall from this tick on. Choose the behaviour again to remove it.",
        needs: "a stage that sees obstacles",
        fits: ({ json }) => named(json.stages, /"(obstacles|occluders|goals)":/) || json.stages.some(one => json.paths && one.avoid_obstacles),
    },
    agents: {
        label: "Drop agents", hint: "Click or draw a line: agents appear there, and the scenario starts again from this moment.",
        needs: "agents that forces move, at most 20,000", fits: ({ json, count }) => locomotionOf(json) && count <= 20000,
    },
    path: {
        label: "Draw a path", hint: "Draw a line: the agents start on it again.",
        needs: "agents on paths", fits: ({ json }) => json.paths !== undefined && !named(json.stages, /"(goals|portal_follow)":/),
    },
};

function canMoveTarget(json, streams) {
    if (named(json.stages, /"goals":/)) return true;
    const moves = json.stages.some(one => one.retarget_wander || one.waypoint_advance || one.approach);
    return !moves && (streams.target_x !== undefined || json.stages.some(one => Array.isArray(Object.values(one)[0].target)));
}

/// Events in the order of their ticks, with one more; `like` are those that it replaces.
function withEvent(json, event, like = () => false) {
    const events = (json.events ?? []).filter(one => !(one.tick === event.tick && like(one)));
    const at = events.findIndex(one => one.tick > event.tick);
    events.splice(at < 0 ? events.length : at, 0, event);
    return { ...json, events };
}

/// The scenario with a wall along a line of points from this tick on.
export function withWall(json, tick, line) {
    const numbers = (json.events ?? []).map(({ name }) => Number(/^drawn (\d+)$/.exec(name)?.[1] ?? 0));
    const name = `drawn ${Math.max(0, ...numbers) + 1}`;
    return withEvent(json, { tick, name, obstacles: { walls: [line] } });
}

/// With the agents' target, the goals of its fields, or the first stage's own point at that place.
export function withTarget(json, tick, place, streams) {
    if (named(json.stages, /"goals":/)) return withEvent(json, { tick, goals: [place] }, one => one.goals !== undefined);
    if (streams.target_x) return withEvent(json, { tick, target: place }, one => one.target !== undefined && one.stage === undefined);
    const stage = json.stages.findIndex(one => Array.isArray(Object.values(one)[0].target));
    return withEvent(json, { tick, stage, target: place }, one => one.stage === stage);
}

/// The stage of the brushes' forces is the first: with prioritised composition others get the remainder.
const push = { external_force: { weight: 1 } };
export const hasPush = json => JSON.stringify(json.stages[0]) === JSON.stringify(push);
export function withPush(json) {
    if (hasPush(json) || json.agents.external_force) return json;
    return { ...json, stages: [push, ...json.stages], agents: { ...json.agents, external_force: [0, 0] } };
}
export function withoutPush(json) {
    if (!hasPush(json)) return json;
    const { external_force, ...agents } = json.agents;
    return { ...json, stages: json.stages.slice(1), agents };
}

/// Attract and repel at a place: writes the stream external_force, and restores its values at the end.
export class Push {
    constructor(world, scale, sign) {
        const { external_force_x: fx, external_force_y: fy } = world.streams;
        Object.assign(this, { world, sign, radius: radiusPixels / scale, fx, fy, before: [fx.slice(), fy.slice()], at: null });
    }
    apply() {
        if (!this.at) return;
        this.world.note("agents pushed");
        const { position_x: xs, position_y: ys } = this.world.streams, { fx, fy, radius, at, before: [bx, by] } = this;
        const strength = this.sign * 2 * this.world.forceScale();
        for (let agent = 0; agent < this.world.count; agent++) {
            const dx = at.x - xs[agent], dy = at.y - ys[agent], far = Math.hypot(dx, dy);
            const force = far > 0 && far < radius ? strength * (1 - far / radius) / far : 0;
            fx[agent] = bx[agent] + force * dx;
            fy[agent] = by[agent] + force * dy;
        }
    }
    end() {
        this.fx.set(this.before[0]);
        this.fy.set(this.before[1]);
    }
}

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Agents that are dropped on the plane: the scenario starts again with the agents of now and the new ones, from a CSV file.
import { withoutPush } from "./brushes.js";

const perPlace = 8;
/// Places in the plane, of which a file has the scenario's coordinates.
const places = ["position", "target", "other_target", "third_target", "walk"];

/// The scenario with agents within a radius of each of the places [x, y], in a file of that name. A new agent has the
/// values of the nearest one that was there.
export function withDropped(world, spots, radius, name) {
    const json = withoutPush(world.json), { streams, count } = world, [x0, y0] = world.scenario.origin;
    const used = new Set(world.scenario.program.streams.filter(({ use }) => ["input", "state"].includes(use)).map(one => one.name));
    const columns = Object.keys(streams).filter(stream => used.has(stream) && stream !== "id" && !(json !== world.json && stream.startsWith("external_force")));
    for (const stream of ["stages", "groups", "seen_groups"]) if (streams[stream] && !columns.includes(stream)) columns.push(stream);
    const moved = stream => (places.some(place => stream === `${place}_x`) ? x0 : places.some(place => stream === `${place}_y`) ? y0 : 0);
    const row = (id, slot, changes = {}) => [id, ...columns.map(stream => (changes[stream] ?? streams[stream][slot]) + moved(stream))].join();
    const rows = [];
    let next = 0;
    for (let slot = 0; slot < count; slot++) {
        const id = streams.id?.[slot] ?? slot;
        next = Math.max(next, id + 1);
        rows.push(row(id, slot));
    }
    for (const [spotX, spotY] of spots.map(spot => world.inPlane(spot)))
        for (let i = 0; i < perPlace; i++) {
            // Evenly in a disc: the golden angle.
            const far = radius * Math.sqrt((i + 0.5) / perPlace), angle = 2.4 * i;
            const x = spotX + far * Math.cos(angle), y = spotY + far * Math.sin(angle);
            let like = 0, least = Infinity;
            for (let slot = 0; slot < count; slot++) {
                const distance = Math.hypot(streams.position_x[slot] - x, streams.position_y[slot] - y);
                if (distance < least) [like, least] = [slot, distance];
            }
            rows.push(row(next++, like, { position_x: x, position_y: y }));
        }
    const agents = { file: name };
    if (json.agents.area) agents.area = json.agents.area;
    const csv = `${["id", ...columns].join()}\n${rows.join("\n")}\n`;
    const scenario = { ...json, agents };
    if (json.events) scenario.events = json.events.map(event => ({ ...event, tick: Math.max(0, event.tick - world.tick) }));
    return { csv, scenario };
}

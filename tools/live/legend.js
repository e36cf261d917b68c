// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// The words beside a pane: its marks, and the numbers of the agent that was clicked.
import { wordsOf } from "./families.js";
import { few } from "./world.js";

function entry(text, name, shape) {
    const line = make("span");
    line.innerHTML = `<svg width=28 height=12 aria-hidden=true><path d="${shape}" fill=none stroke="var(--${name})" stroke-width=2 /></svg>`;
    line.append(text);
    return line;
}

export function legendOf({ world, dense, options }) {
    const entries = [];
    if (dense) entries.push(make("span", { textContent: "colour: the density of the agents" }));
    else if (world.count > few && world.streams.velocity_x) entries.push(make("span", { textContent: "colour: the direction of motion" }));
    if (world.probe && world.count <= few && options.forces) entries.push(entry("steering force", "soft", "M1 6H20M20 2L26 6L20 10"));
    if (world.targets().length > 0) entries.push(entry("target or goal", "series-2", "M9 1L19 11M19 1L9 11"));
    if (world.scenario.ground.paths.length > 0) entries.push(entry("path", "soft", "M0 6H28"));
    if (world.valueOf("path_follow", "radius") !== undefined) entries.push(entry("node radius", "soft", "M14 1A5 5 0 1 0 14.1 1"));
    return entries;
}

export function valuesOf({ world, chosen, found }) {
    if (chosen < 0) return "click one: its forces are shown";
    const { position_x: xs, position_y: ys, velocity_x: vx, velocity_y: vy } = world.streams;
    const newtons = ({ x, y }) => `${shorten(Number(Math.hypot(x, y).toPrecision(3)))} N`;
    const parts = [`at ${shorten(xs[chosen])}, ${shorten(ys[chosen])} m`];
    if (vx) parts.push(`speed ${shorten(Math.hypot(vx[chosen], vy[chosen]))} m/s`);
    for (const one of found?.stages ?? []) parts.push(`${wordsOf(one.stage)} ${newtons(one)}`);
    parts.push(found ? `steering force ${newtons(found.steering)}` : "moves without forces");
    return parts.join(", ");
}

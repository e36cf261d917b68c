// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Numbers of agents that a behaviour can have. `original` is the scenario of its file.

const most = 1e6;
const looksAtOthers = world => world.scenario.program.looksAtOthers;

/// A world's scenario with a population of that size. Where agents look at others the area grows along, for as many a
/// square metre.
export function withCount(json, count, original, world) {
    const agents = json.agents.file === undefined ? json.agents : original.agents;  // dropped ones are gone
    const next = { ...json, agents: { ...agents, count } };
    if (!looksAtOthers(world)) return next;
    const factor = Math.sqrt(Math.max(1, count / original.agents.count));
    next.agents.area = original.agents.area.map(value => value * factor);
    return next;
}

/// Whether as many fit: a crowd in a place that cannot grow would be a tick of minutes.
export function mayHave(count, { agents, paths, stages }, world) {
    if (agents.count === undefined || !(count >= 1 && count <= most)) return false;
    if (!looksAtOthers(world)) return true;
    return agents.position !== undefined || paths !== undefined || /"(obstacles|field)":/.test(JSON.stringify(stages)) ? count <= 1000 : agents.area !== undefined;
}

/// The options of a world's select element.
export function showCounts(select, original, world) {
    const inFile = original.agents.count, now = world.json.agents.count, words = count => count.toLocaleString("en");
    const option = (value, textContent) => make("option", { value, textContent });
    const more = [1000, 10000, 100000, most].filter(count => mayHave(count, original, world) && count !== inFile);
    if (now !== undefined && now !== inFile && !more.includes(now)) more.push(now);
    select.replaceChildren(option("", inFile === undefined ? `${world.count} (of a file)` : words(inFile)),
        ...more.map(count => option(count, words(count))));
    if (now === undefined && inFile !== undefined) select.append(option("dropped", `${words(world.count)} (with dropped ones)`));
    select.value = now === inFile ? "" : now ?? "dropped";
}

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// The scenario as text for `wend run`.
import { jsonText } from "./world.js";

const inside = { text: null, geojson: null };  // the last one

/// The path file's GeoJSON, to stand in the scenario; null where it is another format.
export function pathsInside(files, { file }) {
    const text = files.get(file);
    if (inside.text !== text) {
        inside.text = text;
        try {
            inside.geojson = JSON.parse(text);
        } catch {
            inside.geojson = null;
        }
    }
    return inside.geojson;
}

/// Of as many ticks as are shown, with its paths in it: `wend run --hash` prints the hash that the page shows.
export function scenarioText(files, json, tick) {
    const copied = tick === 0 ? { ...json } : { ...json, ticks: tick }, geojson = json.paths?.file && pathsInside(files, json.paths);
    if (geojson) {
        const { file, ...rest } = json.paths;
        copied.paths = { ...rest, geojson };
    }
    return jsonText(copied);
}

/// The files beside it that `wend run` reads.
export function filesBeside(files, { paths, agents }) {
    return [paths?.file && !pathsInside(files, paths) ? paths.file : undefined, agents.file].filter(name => name !== undefined);
}

/// Agents that start away from their paths start near those of another file. Where those are `share` times as large,
/// and so on another scale, lengths, speeds and forces are too: otherwise no agent would be seen to move.
export function adaptedToPaths(json, { stages, origin: [x, y] }, { minX, minY, maxX, maxY }, share) {
    const next = structuredClone(json), { agents } = next;
    if (agents.position !== undefined) agents.position = [[x + Math.floor(minX), x + Math.ceil(maxX)], [y + Math.floor(minY), y + Math.ceil(maxY)]];
    if (share === 1) return next;
    const times = value => (Array.isArray(value) ? value.map(times) : Number((value * share).toPrecision(3)));
    for (const key of ["velocity", "speed", "max_speed", "max_force"]) if (agents[key] !== undefined) agents[key] = times(agents[key]);
    stages.forEach(({ stage, parameters }, i) => {
        for (const { name, unit, value } of parameters)
            if (["m", "m/s", "N"].includes(unit) && value > 0) next.stages[i][stage][name] = times(value);
    });
    return next;
}

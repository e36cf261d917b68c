// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// The page's state as the fragment of its address:
// #behaviour=flock&agents=10000&seed=7&tick=100&a=0.weight:20&b=0.weight:4&view=500,250,1.2
// Dropped agents: &drop=RADIUS:X,Y;X,Y&from=... with the fragment of the run before.

/// The parameters in which stages differ from those of the file, as "0.weight:20,2.radius:5".
function changesOf(stages, original) {
    return stages.flatMap((one, index) => {
        const [name, values] = Object.entries(one)[0], before = Object.values(original[index] ?? {})[0] ?? {};
        return name !== Object.keys(original[index] ?? {})[0] ? [] : Object.entries(values)
            .filter(([key, value]) => typeof value !== "object" && value !== before[key])
            .map(([key, value]) => `${index}.${key}:${value}`);
    }).join(",");
}

function valueOfText(text) {
    if (text === "true" || text === "false") return text === "true";
    return text !== "" && Number.isFinite(Number(text)) ? Number(text) : text;
}

/// The stages with such changes; those of a stage that is not there are left out.
export function withChanges(stages, text) {
    const next = structuredClone(stages);
    for (const [, index, key, value] of text.matchAll(/(\d+)\.(\w+):([^,]*)/g))
        if (next[index]) Object.values(next[index])[0][key] = valueOfText(value);
    return next;
}

const textOfPlaces = places => places.map(([x, y]) => `${x},${y}`).join(";");
const numbers = list => list.split(",").map(Number);
const placesOf = text => text.split(";").map(point => numbers(point)).filter(point => point.length === 2 && point.every(Number.isFinite));

/// A run to a tick, as keys and values of a link. `sides`: the scenarios of A and, where it is there, B; `original`: the
/// behaviour's file.
export function runOf({ behaviour, original, sides, tick, drawnPath, dropped }) {
    const [{ agents, seed, events }] = sides, parts = [["behaviour", behaviour]];
    if (agents.count !== undefined && agents.count !== original.agents.count) parts.push(["agents", agents.count]);
    if (seed !== original.seed) parts.push(["seed", seed]);
    if (tick !== null) parts.push(["tick", tick]);
    sides.forEach((side, i) => {
        const changes = changesOf(side.stages, original.stages);
        if (changes !== "" || i === 1) parts.push(["ab"[i], changes]);
    });
    if (JSON.stringify(events) !== JSON.stringify(original.events)) parts.push(["events", JSON.stringify(events)]);
    if (drawnPath) parts.push(["path", textOfPlaces(drawnPath)]);
    if (dropped) parts.push(["drop", `${dropped.radius}:${textOfPlaces(dropped.places)}`], ["from", dropped.from]);
    return parts;
}

/// A run with, where it is given, the way in which it is shown.
export function fragmentOf(run, shown) {
    const parts = [...run];
    if (shown && !shown.camera.fitted) parts.push(["view", [shown.camera.x, shown.camera.y, shown.camera.scale].map(value => Number(value.toPrecision(6))).join()]);
    if (shown && shown.draw !== "automatic") parts.push(["draw", shown.draw]);
    if (shown && shown.speed !== "1") parts.push(["speed", shown.speed]);
    return parts.map(([key, value]) => `${key}=${encodeURIComponent(value).replace(/%(2C|3A|3B)/g, decodeURIComponent)}`).join("&");
}

/// The same in an object; keys that are not there are null.
export function readFragment(text) {
    const wanted = new URLSearchParams(text.replaceAll("+", "%2B")), get = key => wanted.get(key);
    let events = null, view = null, dropped = null;
    try {
        events = get("events") && JSON.parse(get("events"));
    } catch {}  // a link that was cut off
    if (get("view")) view = numbers(get("view"));
    if (view && !(view.length === 3 && view.every(Number.isFinite) && view[2] > 0)) view = null;
    const [radius, places] = (get("drop") ?? "").split(":");
    if (places && Number(radius) > 0 && get("from")) dropped = { radius: Number(radius), places: placesOf(places), from: get("from") };
    const whole = key => (wanted.has(key) && Number.isSafeInteger(Number(get(key))) && Number(get(key)) >= 0 ? Number(get(key)) : null);
    return {
        behaviour: get("behaviour"), agents: whole("agents"), seed: whole("seed"), tick: whole("tick"), a: get("a"), b: get("b"), view, events,
        path: get("path") && placesOf(get("path")), draw: get("draw") ?? "automatic", speed: get("speed") ?? "1", dropped,
    };
}

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// The live page: scenarios of `wend run` as JSON, which controls change. Two of them, A and B, can run side by side from
// one seed.
import { compile, hasVectors, load } from "../../kernels/npm/index.js";
import { hasPush, withoutPush } from "./brushes.js";
import { Box, boxOfWorld } from "./box.js";
import { copyText } from "./clipboard.js";
import { mayHave, showCounts, withCount } from "./counts.js";
import { countsOfMenu, ownAbouts, wordsOf } from "./families.js";
import { legendOf, valuesOf } from "./legend.js";
import { withDropped } from "./drop.js";
import { placePanes } from "./layout.js";
import { fragmentOf, readFragment, runOf, withChanges } from "./link.js";
import { Menu } from "./menu.js";
import { Pane } from "./pane.js";
import { showParameters } from "./parameters.js";
import { Pointer } from "./pointer.js";
import { Rates } from "./rates.js";
import { adaptedToPaths, filesBeside, scenarioText } from "./text.js";
import { World } from "./world.js";

const dark = matchMedia("(prefers-color-scheme: dark)"), still = matchMedia("(prefers-reduced-motion: reduce)");
const narrow = matchMedia("(max-width: 700px)");
const mebibyte = 2 ** 20;
const frameBudget = 20;  // milliseconds of ticks between two frames

const files = new Map(Object.entries(JSON.parse(byId("given_files").textContent)));
const { known, abouts } = JSON.parse(byId("texts").textContent);
const camera = new Camera();
const panes = [new Pane(byId("pane_a"), camera), new Pane(byId("pane_b"), camera)];
let module = null, menu = null, worlds = [], side = 0;  // A and, while they are compared, B
let behaviour = null, fallback = "", drawnPath = null, dropped = null, ready = false;

const originalOf = name => JSON.parse(files.get(`${name}.json`));
const sideWorld = () => worlds[side];
const shownPanes = () => panes.slice(0, worlds.length);

function say(text, bad = false) {
    byId("said").textContent = text;
    byId("said").classList.toggle("bad", bad);
}

// ---- the scenario

function give(name, content) {
    worlds.forEach(world => world.give(name, content));
    files.set(name, content);
}

/// Shows a change of the scenario in everything that depends on it.
function showScenario() {
    worlds.forEach((world, i) => panes[i].show(world));
    ready = true;
    byId("copied").textContent = "";
    byId("seed").value = sideWorld().json.seed ?? 0;
    showParameters(sideWorld(), {
        chief: byId("chief"), others: byId("parameters"), known, original: originalOf(behaviour).stages,
        left: hasPush(sideWorld().json) ? 0 : -1, set: setParameter,
    });
    pointer.showBrushes(sideWorld());
    showFiles();
    showText();
    showFigures(true);
    drawAll();
}

/// All sides start at tick 0 with `change` of their scenarios; a refusal leaves them as they are, and is returned.
function restartWith(change) {
    pointer.end();
    const before = worlds.map(world => world.json);
    try {
        worlds.forEach(world => world.start(behaviour, withoutPush(change(world.json))));
    } catch (error) {
        // A world that has changed already goes back.
        worlds.forEach((world, i) => world.json !== before[i] && before[i] && world.start(behaviour, before[i]));
        return error.message;
    }
    showScenario();
    return null;
}

/// The same, with what it says.
function restart(change, addition = "", after = "") {
    const refused = restartWith(change);
    if (refused !== null) say(`${refused}${addition}`, true);
    else say([fallback, ...sideWorld().scenario.notes, after].filter(note => note !== "").join("\n"));
    return refused === null;
}

/// Shows a behaviour as its file has it.
function choose(name) {
    play(false);
    arrived = ++going;
    behaviour = name;
    panes.forEach(pane => (pane.chosen = -1));
    drawnPath = dropped = null;
    pointer.brush = "look";
    menu.mark(name);
    byId("behaviour").textContent = wordsOf(name);
    byId("about").textContent = ownAbouts[name] ?? abouts[name] ?? "";
    byId("scroll").scrollTop = 0;
    const original = originalOf(name);
    if (!restart(() => original)) return false;
    countAgents();
    byId("path_controls").hidden = sideWorld().json.paths === undefined;
    byId("projection").value = "geographic";
    showAll();
    return true;
}

const countAgents = () => showCounts(byId("count"), originalOf(behaviour), sideWorld());

// ---- paths

/// With a path file of that name.
const withPaths = (json, file, projection) => ({ ...json, paths: projection === "geographic" ? { file } : { file, projection } });

function usePathFile(name, text, projection) {
    if (sideWorld().json.paths === undefined) {
        say(`${name}: ${wordsOf(behaviour)} has no paths; choose a behaviour that follows one, such as path follow loop`, true);
        return;
    }
    const before = files.get(name), world = sideWorld(), size = Box.of(world.scenario.ground.paths).diagonal;
    try {
        give(name, text);
    } catch (error) {
        say(`${name}: ${error.message}`, true);
        return;
    }
    if (restart(json => withPaths(json, name, projection), "; the paths stay as they were")) {
        drawnPath = null;
        adaptToPaths(Box.of(world.scenario.ground.paths).diagonal / size);
        showAll();
    } else if (before !== undefined) give(name, before);
}

/// Of `share` times the size of those before.
function adaptToPaths(share) {
    const { scenario } = sideWorld(), box = Box.of(scenario.ground.paths), scales = share < 1 / 3 || share > 3;
    if (!scales && sideWorld().json.agents.position === undefined) return;
    restart(json => adaptedToPaths(json, scenario, box, scales ? share : 1), "",
        scales ? `Lengths, speeds and forces are ${Number(share.toPrecision(3))} times those of before.` : "");
}

/// Starts on a line of points [x, y] of the scenario.
function usePath(line) {
    give("drawn.geojson", `${JSON.stringify({ type: "LineString", coordinates: line })}\n`);
    if (restart(json => withPaths(json, "drawn.geojson", "none"), "; the paths stay as they were")) drawnPath = line;
}

// ---- the view

function layOut() {
    byId("pane_a").querySelector(".side").hidden = byId("pane_b").hidden = worlds.length < 2;
    placePanes(shownPanes(), byId("panes"), byId("panel"), narrow.matches);
    if (!ready || panes[0].width === 0 || panes[0].height === 0) return;
    if (camera.fitted) fit();
    drawAll();
}

function fit() {
    const box = boxOfWorld(sideWorld()), shown = shownPanes();
    camera.fit(box, Math.min(...shown.map(pane => pane.freeWidth)), Math.min(...shown.map(pane => pane.freeHeight)));
    showLink();
}
function showAll() {
    fit();
    drawAll();
}
function drawAll() {
    shownPanes().forEach(pane => pane.drawAll(pointer.markOf(pane)));
    showLegend();
    showValues();
}
function draw() {
    shownPanes().forEach(pane => {
        const dense = pane.dense;
        pane.draw(pointer.markOf(pane));
        if (pane.dense !== dense) showLegend();
    });
    showValues();
}
function zoom(pane, factor, at = pane.middle) {
    camera.zoom(factor, at.x - pane.middle.x, at.y - pane.middle.y);
    showLink();
    drawAll();
}
function pan(dx, dy) {
    camera.pan(dx, dy);
    showLink();
    drawAll();
}

// ---- time

let playing = false, last = 0, owed = 0;
let going = 0, arrived = 0;  // numbers of runs to a tick: the last one begun, and ended
const rates = new Rates();

function advance() {
    pointer.apply();
    const changed = worlds.map(world => world.advance());
    if (changed.some(Boolean)) shownPanes().forEach(pane => pane.drawGround());
}

function frame(now) {
    if (!playing) return;
    // A first frame's time may lie before the moment of play().
    owed = Math.min(owed + Math.max(0, now - last) / 1000 * Number(byId("speed").value), 1e9);
    last = Math.max(now, last);
    const begin = performance.now(), { dt } = sideWorld().scenario;
    let used = 0, ticks = 0;
    try {
        while (owed >= dt && used < frameBudget) {
            advance();
            owed -= dt;
            ticks++;
            used = performance.now() - begin;
        }
    } catch (error) {
        play(false);
        say(error.message, true);
        return;
    }
    // Ticks that do not fit are dropped: the page then runs slower than the clock.
    if (owed >= dt) owed = 0;
    rates.add(ticks, used);
    // Changes of the view and of settings draw for themselves.
    if (ticks > 0) draw();
    if (rates.show(now, worlds.length * sideWorld().count)) showFigures(true);
    else if (ticks > 0) showFigures(false);
    requestAnimationFrame(frame);
}

function play(on) {
    if (on) arrived = ++going;  // a run to a tick of a link ends
    if (on === playing) return;
    playing = on;
    byId("play").textContent = on ? "Pause" : "Play";
    if (!on) {
        byId("rate").textContent = "";
        byId("throughput").textContent = "paused";
        if (!ready) return;
        showFigures(true);
        return drawAll();
    }
    last = performance.now();
    owed = 0;
    rates.begin(last);
    requestAnimationFrame(frame);
}

/// Runs to a tick, a tenth of a second at a time, so that the page stays usable. Returns false where it does not get there.
async function goTo(wanted) {
    const mine = ++going;
    let whole = true;
    while (sideWorld().tick < wanted) {
        try {
            for (const end = performance.now() + 100; sideWorld().tick < wanted && performance.now() < end;) advance();
        } catch (error) {
            say(error.message, true);
            whole = false;
            break;
        }
        if (sideWorld().tick < wanted) {
            byId("time").textContent = `running to tick ${wanted}: ${sideWorld().tick}`;
            await new Promise(wake => setTimeout(wake));
            if (mine !== going) return false;
        }
    }
    arrived = mine;
    showFigures(true);
    draw();
    return whole;
}

// ---- figures

function showFigures(withHash) {
    const world = sideWorld(), { tick, changed } = world;
    byId("time").textContent = `tick ${tick}, ${(tick * world.scenario.dt).toFixed(2)} s`;
    if (!withHash) return;
    byId("hash_side").textContent = worlds.length < 2 ? "" : `${"AB"[side]}: `;
    byId("hash").textContent = world.hash;
    byId("hash_b").textContent = worlds.length < 2 ? "" : `${"BA"[side]}: ${worlds[1 - side].hash}`;
    const note = changed === null ? "" : ` (${changed.reason} at tick ${changed.tick}; reset for that of wend run)`;
    byId("hash_of").textContent = ` after tick ${tick}${note}`;
    byId("shown").textContent = `${world.count.toLocaleString("en")} agents on ${world.wend.isas.at(-1)}`;
    if (!playing) showText();  // a path file in it may have megabytes
    showLink();
}

function showValues() {
    const { chosen } = panes[side], { id } = sideWorld().streams;
    byId("chosen").textContent = chosen < 0 ? "" : `${id?.[chosen] ?? chosen}`;
    byId("values").textContent = valuesOf(panes[side]);
}
const showLegend = () => byId("legend").replaceChildren(...legendOf(panes[side]));

// ---- parameters

function setParameter(index, name, value) {
    const world = sideWorld();
    const start = () => {
        const next = world.withParameter(index, name, value), others = worlds.map(one => (one === world ? next : one.json));
        let i = 0;
        return restartWith(() => others[i++]);
    };
    if (world.tick === 0) {
        try {
            world.start(behaviour, world.withParameter(index, name, value));
        } catch (error) {
            say(error.message, true);
            return false;
        }
        panes[side].show(world);
        say(fallback);
    } else {
        try {
            world.tune(index, name, value);
            say(fallback);
        } catch (error) {
            const refused = error.code === "NOT_TUNABLE" ? start() : error.message;
            if (refused !== null) say(refused, true);
            else say(`The scenario starts again: the agents' state depends on ${wordsOf(name)}.`);
            return refused === null;
        }
    }
    showText();
    showFigures(true);
    drawAll();
    return true;
}

// ---- A and B

async function compare(on) {
    if (on === (worlds.length === 2)) return;
    if (on) {
        try {
            const wend = await load({ module, bytes: 512 * mebibyte });
            if (worlds.length === 2) return;  // clicked twice
            worlds.push(Object.assign(new World(wend, files), { json: worlds[0].json }));
        } catch (error) {
            return say(`B does not start: ${error.message}`, true);
        }
    } else worlds.pop().free();
    chooseSide(on ? 1 : 0, false);
    byId("compare").setAttribute("aria-pressed", on);
    byId("sides").hidden = !on;
    if (on) restart(json => json, "", "A and B start again, equal until you change a parameter of one of them.");
    else {
        showScenario();
        say(fallback);
    }
    layOut();
}

function chooseSide(wanted, shows = true) {
    side = wanted;
    byId("side_a").setAttribute("aria-pressed", side === 0);
    byId("side_b").setAttribute("aria-pressed", side === 1);
    if (shows) showScenario();
}

// ---- the scenario as text, and the link

const textNow = () => scenarioText(files, withoutPush(sideWorld().json), sideWorld().tick);
function showText() {
    byId("scenario").value = textNow();
}
function showFiles() {
    byId("files").replaceChildren(...filesBeside(files, sideWorld().json).flatMap((name, i) => {
        const link = make("a", { download: name, textContent: name, href: URL.createObjectURL(new Blob([files.get(name)])) });
        return [i === 0 ? "Beside it, wend run reads " : ", ", link];
    }));
}

const run = tick => runOf({ behaviour, original: originalOf(behaviour), sides: worlds.map(world => withoutPush(world.json)), tick, drawnPath, dropped });
const fragment = tick => fragmentOf(run(tick), { camera, draw: byId("drawn_as").value, speed: byId("speed").value });
/// Some times a second at most, as browsers allow it. A page that plays names no tick: a reload then starts it again.
let linkTimer = null, shownHash = location.hash;
function showLink() {
    linkTimer ??= setTimeout(() => {
        linkTimer = null;
        // An address that was changed by hand is followed next.
        if (!ready || going !== arrived || location.hash !== shownHash) return;
        history.replaceState(null, "", `#${fragment(playing ? null : sideWorld().tick)}`);
        shownHash = location.hash;
    }, 200);
}

async function copy(text, done) {
    byId("copied").textContent = await copyText(text, byId("scenario")) ? done : "The browser allows no copying: the text below is selected.";
}

// ---- the pointer

/// Changes the scenarios of all sides while their agents go on.
function amend(change) {
    try {
        worlds.forEach(world => {
            const next = change(world.json, world);
            if (next !== world.json) world.amend(behaviour, next);
        });
    } catch (error) {
        say(error.message, true);
        return false;
    }
    showScenario();
    return true;
}

/// Starts again with the agents of now and new ones, around places of the scenario.
function drop(places, radius) {
    let i = 0;
    const from = fragmentOf(run(sideWorld().tick)), changed = worlds.map(world => world.changed).find(Boolean);
    const made = worlds.map((world, number) => withDropped(world, places, radius, `dropped_${"ab"[number]}.csv`));
    made.forEach(({ csv, scenario }) => give(scenario.agents.file, csv));
    if (!restart(() => made[i++].scenario)) return;
    dropped = changed ? null : { places, radius, from };
    if (changed) say(`A link leads to the start: ${changed.reason} at tick ${changed.tick}, before agents were dropped.`);
    countAgents();
}

const pointer = new Pointer({
    worlds: () => worlds, panes, camera, ready: () => ready, amend, drop, usePath, pan, zoom, say, drawAll: () => drawAll(),
    drawOverlays: () => shownPanes().forEach(pane => pane.drawOverlay(pointer.markOf(pane))),
    click(pane, at) {
        // The same agent on both sides.
        const chosen = pane.nearest(at);
        panes.forEach(one => (one.chosen = chosen));
        drawAll();
    },
});

// ---- controls

/// Chooses an option; one that is not there stays unchosen.
function set(id, value) {
    if ([...byId(id).options].some(option => option.value === value)) byId(id).value = value;
}

function drawAs(how) {
    set("drawn_as", how);
    panes.forEach(pane => (pane.options.agents = byId("drawn_as").value));
}

const openPanel = on => {
    byId("panel").hidden = !on;
    byId("panel_button").setAttribute("aria-expanded", on);
    layOut();
};

function chooseInMenu(name) {
    if (choose(name)) setCount(countsOfMenu[name]);
    play(!still.matches);
}

/// Starts with as many agents; without a number, with those of the file.
function setCount(count) {
    const original = originalOf(behaviour);
    if (count !== undefined && !mayHave(count, original, sideWorld())) return;
    if (!restart(json => (count === undefined ? { ...json, agents: original.agents } : withCount(json, count, original, sideWorld())))) return;
    dropped = null;
    countAgents();
    showAll();
}

const reset = () => restart(json => ({ ...json, seed: Number(byId("seed").value) })) && camera.fitted && showAll();

function connectControls() {
    byId("play").addEventListener("click", () => play(!playing));
    byId("step").addEventListener("click", () => {
        play(false);
        goTo(sideWorld().tick + 1);
    });
    byId("zoom_in").addEventListener("click", () => zoom(panes[0], 1.5));
    byId("zoom_out").addEventListener("click", () => zoom(panes[0], 1 / 1.5));
    byId("fit").addEventListener("click", showAll);
    byId("panel_button").addEventListener("click", () => openPanel(byId("panel").hidden));
    byId("panel_close").addEventListener("click", () => {
        openPanel(false);
        byId("panel_button").focus();
    });
    byId("forces").addEventListener("change", () => {
        panes.forEach(pane => (pane.options.forces = byId("forces").checked));
        drawAll();
    });
    byId("drawn_as").addEventListener("change", () => {
        drawAs(byId("drawn_as").value);
        drawAll();
        showLink();
    });
    byId("speed").addEventListener("change", showLink);
    byId("copy").addEventListener("click", () => copy(textNow(), "Copied: save it as FILE.json for wend run FILE.json."));
    byId("copy_link").addEventListener("click", () => copy(`${location.href.split("#")[0]}#${fragment(sideWorld().tick)}`, "Copied."));
    byId("compare").addEventListener("click", () => compare(worlds.length === 1));
    byId("side_a").addEventListener("click", () => chooseSide(0));
    byId("side_b").addEventListener("click", () => chooseSide(1));
    byId("reset").addEventListener("click", reset);
    byId("seed").addEventListener("change", () => byId("seed").checkValidity() && reset());
    byId("start").addEventListener("submit", event => event.preventDefault());
    byId("count").addEventListener("change", () => setCount(byId("count").value === "" ? undefined : Number(byId("count").value)));
    const useFile = async file => file && usePathFile(file.name, await file.text(), byId("projection").value);
    byId("file").addEventListener("change", async () => {
        await useFile(byId("file").files[0]);
        byId("file").value = "";
    });
    byId("projection").addEventListener("change", () => {
        const { file } = sideWorld().json.paths;
        usePathFile(file, files.get(file), byId("projection").value);
    });
    addEventListener("dragover", event => event.preventDefault());
    addEventListener("drop", event => {
        event.preventDefault();
        useFile(event.dataTransfer.files[0]);
    });
    document.addEventListener("keydown", useKey);
}

function useKey(event) {
    const pane = panes.find(one => one.overlay === event.target);
    if (!pane || event.ctrlKey || event.metaKey || event.altKey) return;
    const keys = {
        " ": () => play(!playing), "+": () => zoom(pane, 1.5), "=": () => zoom(pane, 1.5), "-": () => zoom(pane, 1 / 1.5),
        ArrowLeft: () => pan(40, 0), ArrowRight: () => pan(-40, 0), ArrowUp: () => pan(0, 40), ArrowDown: () => pan(0, -40),
        Escape: () => pointer.choose("look"),
    };
    if (!keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
}

// ---- start

/// Shows the moment that the address names; without one, a flock.
async function follow() {
    shownHash = location.hash;
    const wanted = readFragment(location.hash.slice(1));
    if (!await show(wanted)) return;
    drawAs(wanted.draw);
    set("speed", wanted.speed);
    fit();
    if (wanted.view) Object.assign(camera, { x: wanted.view[0], y: wanted.view[1], scale: wanted.view[2], fitted: false });
    drawAll();
    if (wanted.tick !== null) await goTo(wanted.tick);
    else play(!still.matches);
}

/// Starts the scenario of a link. Dropped agents come at the end of the run before, which is a link of its own. Returns
/// false where it cannot, or where the visitor does something else meanwhile.
async function show(wanted) {
    const name = wanted.behaviour ?? "flock", count = wanted.behaviour === null ? countsOfMenu[name] : wanted.agents;
    if (!files.has(`${name}.json`)) return say(`There is no behaviour ${name}.`, true);
    const original = originalOf(name);
    if (wanted.b === null) await compare(false);
    if (wanted.dropped) {
        const before = readFragment(wanted.dropped.from);
        if (before.behaviour !== name) return say("The link is not whole.", true);
        if (!await show(before) || !await goTo(before.tick ?? 0)) return false;
        drop(wanted.dropped.places, wanted.dropped.radius);
        if (wanted.b === null) await compare(false);  // which the run before may have opened
    } else if (!choose(name)) return false;
    if (wanted.path?.length > 1 && sideWorld().json.paths) usePath(wanted.path);
    if (wanted.b !== null) await compare(true);
    const change = (json, changes) => {
        const next = { ...json, seed: wanted.seed ?? original.seed, stages: withChanges(original.stages, changes ?? "") };
        if (wanted.events) next.events = wanted.events;
        return count && mayHave(count, original, sideWorld()) ? withCount(next, count, original, sideWorld()) : next;
    };
    let i = 0;
    restart(json => change(json, [wanted.a, wanted.b][i++]));
    countAgents();
    return true;
}

async function open() {
    say("Loading.");
    try {
        const vectors = hasVectors();
        if (!vectors) fallback = "This browser has no SIMD128: the page runs without vectors, with the same bits and more slowly.";
        module = await compile(bytesOf(byId(vectors ? "module" : "module_reference").textContent));
        worlds = [new World(await load({ module, bytes: 512 * mebibyte }), files)];
    } catch (error) {
        say(`The library does not start in this browser: ${error.message}`, true);
        return;
    }
    menu = new Menu(byId("menu"), byId("menu_button"), chooseInMenu);
    connectControls();
    const setTheme = () => {
        panes.forEach(pane => pane.setTheme(dark.matches));
        if (ready) drawAll();
    };
    setTheme();
    if (narrow.matches) ["all", "brushes_part"].forEach(id => (byId(id).open = false));
    layOut();
    await follow();
    layOut();
    new ResizeObserver(layOut).observe(byId("panes"));
    addEventListener("hashchange", follow);
    dark.addEventListener("change", setTheme);
}
open();

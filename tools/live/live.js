// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// The live page. Its state is a scenario of `wend run`, as JSON: controls change it, a reset reads it again, and "Copy
// scenario" copies it.
import { hasVectors, load } from "../../kernels/npm/index.js";
import { hashOf, loadScenario, putFile } from "./scenario.js";

const byId = id => document.getElementById(id);
const dark = matchMedia("(prefers-color-scheme: dark)");
const few = 400;  // as many are drawn as arrows; more as pixels
const most = 1e6, drawnShareOfMost = 10;
const frameBudget = 20;  // milliseconds of ticks between two frames

const files = new Map(Object.entries(JSON.parse(byId("given_files").textContent)));
let wend, behaviour, json, scenario, forcesView;
let tick = 0, changedAt = null;

function say(text, bad = false) {
    byId("said").textContent = text;
    byId("said").classList.toggle("bad", bad);
}

function bytesOf(id) {
    const text = atob(byId(id).textContent);
    const bytes = new Uint8Array(text.length);
    for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
    return bytes;
}

// ---- the scenario

function give(name, content) {
    putFile(wend, name, content);
    files.set(name, content);
}

/// One line a key and a stage.
function jsonText(given) {
    const lines = Object.entries(given).map(([key, value]) => key === "stages"
        ? `  "stages": [\n${value.map(stage => `    ${JSON.stringify(stage)}`).join(",\n")}\n  ]`
        : `  ${JSON.stringify(key)}: ${JSON.stringify(value)}`);
    return `{\n${lines.join(",\n")}\n}\n`;
}

/// Starts a scenario at tick 0; what is refused leaves the one before, and gives the reason.
function start(next) {
    const name = `${behaviour}.json`;
    let loaded;
    try {
        putFile(wend, name, jsonText(next));
        loaded = loadScenario(wend, name);
    } catch (error) {
        return error.message;
    }
    forcesView?.free();
    scenario?.free();
    [scenario, json, tick, changedAt, forcesView] = [loaded, next, 0, null, null];
    if (scenario.program.streams.some(stream => stream.name === "steering_force_x")) {
        const { steering_force_x, steering_force_y, ...streams } = scenario.streams;
        // Of more than a few only the chosen one's is drawn.
        forcesView = scenario.program.zeros(scenario.count, streams, { outputs: ["steering_force_x", "steering_force_y"], only: scenario.count > few ? chosenSlot : null });
    }
    const pixelsBefore = trails === null;
    trails = scenario.count <= few ? [] : null;
    if (chosen >= scenario.count) chosen = -1;
    mixColours();
    showScenario();
    showText();
    showFigures(true);
    if (pixelsBefore !== (trails === null)) resize();
    else drawAll();
    return null;
}

/// The same, with what it says.
function restart(next, what = "", after = "") {
    const refused = start(next);
    if (refused !== null) say(`${refused}${what}`, true);
    else say([fallback, ...scenario.notes, after].filter(note => note !== "").join("\n"));
    return refused === null;
}

function choose(name) {
    play(false);
    behaviour = name;
    chosen = -1;
    for (const tab of byId("tabs").children) {
        const selected = tab.dataset.behaviour === name;
        tab.setAttribute("aria-selected", selected);
        tab.tabIndex = selected ? 0 : -1;
        if (!selected) continue;
        byId("panel").setAttribute("aria-labelledby", tab.id);
        byId("tabs").scrollLeft = tab.offsetLeft - byId("tabs").offsetLeft - 40;
    }
    if (!restart(JSON.parse(files.get(`${name}.json`)))) return;
    makeCounts();
    makeParameters();
    byId("path_controls").hidden = json.paths === undefined;
    byId("projection").value = "geographic";
    fit();
    drawAll();
}

/// With a population of that size. Where agents look at others the area grows along, for as many a square metre.
function withCount(count) {
    const original = JSON.parse(files.get(`${behaviour}.json`));
    const next = { ...json, agents: { ...json.agents, count } };
    if (!scenario.program.looksAtOthers) return next;
    const factor = Math.sqrt(Math.max(1, count / original.agents.count));
    next.agents.area = original.agents.area.map(value => value * factor);
    return next;
}

/// Whether as many fit: a crowd in a place that cannot grow would be a tick of minutes.
function mayHave(count) {
    const { agents, paths, stages } = json;
    if (agents.count === undefined) return false;
    if (!scenario.program.looksAtOthers) return true;
    const fixed = agents.position !== undefined || paths !== undefined || /"(obstacles|field)":/.test(JSON.stringify(stages));
    return fixed ? count <= 1000 : agents.area !== undefined;
}

function makeCounts() {
    const original = json.agents.count;
    const option = (value, text) => Object.assign(document.createElement("option"), { value, textContent: text });
    byId("count").replaceChildren(option("", original === undefined ? `${scenario.count} (of a file)` : `${original}`),
        ...[1000, 10000, 100000, most].filter(mayHave).map(count => option(count, count.toLocaleString("en"))));
}

/// With a path file of that name.
function withPaths(name, projection) {
    return { ...json, paths: projection === "geographic" ? { file: name } : { file: name, projection } };
}

function usePathFile(name, text, projection) {
    if (json.paths === undefined) {
        say(`${name}: ${wordsOf(behaviour)} has no paths; choose a behaviour that follows one, such as path follow loop`, true);
        return;
    }
    const before = files.get(name);
    try {
        give(name, text);
    } catch (error) {
        say(`${name}: ${error.message}`, true);
        return;
    }
    const size = sizeOf(scenario.ground.paths);
    if (restart(withPaths(name, projection), "; the paths stay as they were")) {
        adaptToPaths(sizeOf(scenario.ground.paths) / size);
        fit();
        drawAll();
    } else if (before !== undefined) give(name, before);
}

/// A rectangle that grows around points.
class Box {
    constructor() {
        Object.assign(this, { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity });
    }
    add(x, y) {
        if (!Number.isFinite(x) || !Number.isFinite(y)) return;
        this.minX = Math.min(this.minX, x);
        this.maxX = Math.max(this.maxX, x);
        this.minY = Math.min(this.minY, y);
        this.maxY = Math.max(this.maxY, y);
    }
}
function boxOf(paths) {
    const box = new Box();
    for (const path of paths) for (let i = 0; i < path.length; i += 2) box.add(path[i], path[i + 1]);
    return box;
}
function sizeOf(paths) {
    const { minX, minY, maxX, maxY } = boxOf(paths);
    return Math.hypot(maxX - minX, maxY - minY);
}

/// Agents that start away from their paths start near those of another file. Where those are `share` times as large,
/// and so on another scale, lengths, speeds and forces are too: otherwise no agent would be seen to move.
function adaptToPaths(share) {
    const next = structuredClone(json), scales = share < 1 / 3 || share > 3;
    const { agents } = next;
    if (agents.position !== undefined) {
        const { minX, minY, maxX, maxY } = boxOf(scenario.ground.paths);
        const [x, y] = scenario.origin;
        agents.position = [[x + Math.floor(minX), x + Math.ceil(maxX)], [y + Math.floor(minY), y + Math.ceil(maxY)]];
    }
    if (scales) {
        const times = value => (Array.isArray(value) ? value.map(times) : Number((value * share).toPrecision(3)));
        for (const key of ["velocity", "speed", "max_speed", "max_force"]) if (agents[key] !== undefined) agents[key] = times(agents[key]);
        scenario.stages.forEach(({ stage, parameters }, i) => {
            for (const { name, unit, value } of parameters)
                if (["m", "m/s", "N"].includes(unit) && value > 0) next.stages[i][stage][name] = times(value);
        });
    }
    if (scales || agents.position !== undefined) restart(next, "", scales ? `Lengths, speeds and forces are ${Number(share.toPrecision(3))} times those of before.` : "");
    makeParameters();
}

// ---- the view

const layers = ["ground", "agents", "overlay"].map(byId);
const [groundLayer, agentsLayer, overlay] = layers;
const view = { x: 0, y: 0, scale: 1 };
let fitted = true;  // until it is moved or zoomed
let width = 0, height = 0, pixels = null, image = null, words = null;
const toScreen = p => ({ x: (p.x - view.x) * view.scale + width / 2, y: height / 2 - (p.y - view.y) * view.scale });
const toWorld = p => ({ x: (p.x - width / 2) / view.scale + view.x, y: (height / 2 - p.y) / view.scale + view.y });

function fit() {
    fitted = true;
    const box = new Box(), add = (x, y) => box.add(x, y);
    const { position_x: xs, position_y: ys } = scenario.streams;
    for (let i = 0; i < scenario.count; i++) add(xs[i], ys[i]);
    const radius = valueOf("path_follow", "radius") ?? valueOf("corridor_follow", "radius") ?? 0;
    for (const path of scenario.ground.paths)
        for (let i = 0; i < path.length; i += 2)
            for (const side of [-radius, radius]) add(path[i] + side, path[i + 1] + side);
    for (const [x, y] of targets()) add(x, y);
    if (area()) {
        const [x0, y0, x1, y1] = area();
        add(x0, y0);
        add(x1, y1);
    }
    for (const [x0, y0, x1, y1] of scenario.ground.walls) {
        add(x0, y0);
        add(x1, y1);
    }
    for (const [x, y] of scenario.ground.discs) add(x, y);
    if (box.minX > box.maxX) [[-1, -1], [1, 1]].forEach(corner => add(...corner));
    const { minX, minY, maxX, maxY } = box;
    view.x = (minX + maxX) / 2;
    view.y = (minY + maxY) / 2;
    view.scale = Math.min((width - 60) / (maxX - minX || 1), (height - 70) / (maxY - minY || 1));
}

function resize() {
    width = byId("plane").clientWidth;
    height = byId("plane").clientHeight;
    if (width === 0 || height === 0) return;  // no such image exists
    const ratio = trails ? Math.min(window.devicePixelRatio || 1, 2) : 1;  // a pixel an agent stays one
    for (const layer of layers) {
        layer.width = width * ratio;
        layer.height = height * ratio;
        layer.getContext("2d").setTransform(ratio, 0, 0, ratio, 0, 0);
    }
    image = agentsLayer.getContext("2d").createImageData(width, height);
    pixels = new Uint32Array(image.data.buffer);
    if (!scenario) return;
    if (fitted) fit();
    drawAll();
}

function zoom(factor, at = { x: width / 2, y: height / 2 }) {
    fitted = false;
    const fixed = toWorld(at);
    view.scale *= factor;
    view.x = fixed.x - (at.x - width / 2) / view.scale;
    view.y = fixed.y + (at.y - height / 2) / view.scale;
    drawAll();
}
function pan(dx, dy) {
    fitted = false;
    view.x -= dx / view.scale;
    view.y += dy / view.scale;
    drawAll();
}

// ---- drawing

let trails = null, chosen = -1;
const chosenSlot = new Uint32Array(1);
const trailLength = 60;

function mixColours() {
    words = new Uint32Array(scenario.count);
    for (let i = 0; i < scenario.count; i++) {
        const [r, g, b] = shade(scenario.count < 2 ? 0.4 : i / (scenario.count - 1), dark.matches);
        words[i] = 0xff000000 | b << 16 | g << 8 | r;
    }
}
const colourOf = agent => `rgb(${words[agent] & 255},${words[agent] >> 8 & 255},${words[agent] >> 16 & 255})`;

/// The scenario's stages with the targets and goals of the events until now.
function stagesNow() {
    const passed = (json.events ?? []).filter(event => event.tick <= tick);
    if (passed.length === 0) return json.stages;
    const stages = structuredClone(json.stages);
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
/// A place of the scenario in the plane, whose origin may lie elsewhere, and what stands behind its coordinates.
const inPlane = ([x, y, ...rest]) => [x - scenario.origin[0], y - scenario.origin[1], ...rest];
const area = () => json.agents.area && [...inPlane(json.agents.area.slice(0, 2)), ...inPlane(json.agents.area.slice(2))];
function targets() {
    const stages = stagesNow();
    const found = [...inStages(stages, "target").filter(Array.isArray), ...inStages(stages, "goals").flat()].map(inPlane);
    for (const prefix of ["target", "other_target"]) {
        const { [`${prefix}_x`]: xs, [`${prefix}_y`]: ys } = scenario.streams;
        if (xs) for (let i = 0; i < Math.min(scenario.count, few); i++) found.push([xs[i], ys[i]]);
    }
    return [...new Map(found.map(point => [point.join(), point])).values()];
}
function valueOf(stageName, name) {
    const stage = scenario.stages.find(one => one.stage === stageName);
    return stage?.parameters.find(one => one.name === name)?.value;
}

function drawGround() {
    const c = groundLayer.getContext("2d");
    c.clearRect(0, 0, width, height);
    c.lineWidth = 1;
    c.strokeStyle = colour("soft");
    if (area()) {
        const [x0, y0, x1, y1] = area();
        const a = toScreen({ x: x0, y: y1 }), b = toScreen({ x: x1, y: y0 });
        c.setLineDash([6, 4]);
        c.strokeRect(a.x, a.y, b.x - a.x, b.y - a.y);
        c.setLineDash([]);
    }
    c.lineJoin = c.lineCap = "round";
    const lines = new Path2D();
    for (const path of scenario.ground.paths)
        for (let i = 0; i < path.length; i += 2) {
            const p = toScreen({ x: path[i], y: path[i + 1] });
            if (i === 0) lines.moveTo(p.x, p.y);
            else lines.lineTo(p.x, p.y);
        }
    const corridor = valueOf("corridor_follow", "radius"), node = valueOf("path_follow", "radius");
    if (corridor !== undefined) {
        c.lineWidth = 2 * corridor * view.scale;
        c.strokeStyle = colour("line");
        c.stroke(lines);
    }
    c.lineWidth = 1.2;
    c.strokeStyle = colour("soft");
    c.stroke(lines);
    const numbers = scenario.ground.paths.reduce((sum, path) => sum + path.length, 0);
    if (numbers > 24) c.strokeStyle = colour("line");
    if (node !== undefined && numbers <= 3000)
        for (const path of scenario.ground.paths)
            for (let i = 0; i < path.length; i += 2) ring(c, toScreen({ x: path[i], y: path[i + 1] }), node * view.scale);
    drawObstacles(c, scenario.ground, toScreen, view.scale);
    const points = targets();
    c.strokeStyle = colour("series-2");
    c.lineWidth = points.length > 12 ? 1 : 1.6;
    for (const [x, y] of points) cross(c, toScreen({ x, y }), points.length > 12 ? 2 : 4);
    drawScale(c, view.scale, height);
}

function drawArrows(c) {
    c.clearRect(0, 0, width, height);
    const { position_x: xs, position_y: ys, velocity_x, velocity_y, orientation } = scenario.streams;
    const size = scenario.count > 60 ? 5 : 7;
    for (let agent = 0; agent < scenario.count; agent++) {
        const p = toScreen({ x: xs[agent], y: ys[agent] });
        c.strokeStyle = c.fillStyle = colourOf(agent);
        c.globalAlpha = 0.5;
        c.lineWidth = 1.3;
        c.beginPath();
        let last = null;
        for (const trail of trails) {
            const q = toScreen({ x: trail[2 * agent], y: trail[2 * agent + 1] });
            // A longer way is one round the world's edge.
            if (last && Math.hypot(q.x - last.x, q.y - last.y) < 60) c.lineTo(q.x, q.y);
            else c.moveTo(q.x, q.y);
            last = q;
        }
        c.stroke();
        c.globalAlpha = 1;
        let heading = { x: velocity_x?.[agent] ?? 0, y: velocity_y?.[agent] ?? 0 };
        const before = trails.at(-2);
        if (orientation) heading = unitAt(orientation[agent]);
        else if (!velocity_x && before) heading = { x: xs[agent] - before[2 * agent], y: ys[agent] - before[2 * agent + 1] };
        drawAgent(c, p, heading, size);
    }
}

// Pixel by pixel: without a graphics card a canvas draws some 2,000 shapes in the time of 20,000 dots.
function drawDots(c) {
    pixels.fill(0);
    const { position_x: xs, position_y: ys } = scenario.streams;
    const ax = view.scale, bx = width / 2 - view.x * view.scale, by = height / 2 + view.y * view.scale;
    const size = scenario.count <= 2000 ? 3 : scenario.count <= 20000 ? 2 : 1;
    for (let agent = 0, each = eachDrawn(); agent < scenario.count; agent += each) {
        const x = xs[agent] * ax + bx | 0, y = by - ys[agent] * ax | 0;
        if (x < 0 || y < 0 || x > width - size || y > height - size) continue;
        for (let row = 0, at = y * width + x; row < size; row++, at += width)
            for (let column = 0; column < size; column++) pixels[at + column] = words[agent];
    }
    c.putImageData(image, 0, 0);
}
const eachDrawn = () => (scenario.count >= most ? drawnShareOfMost : 1);

const arrowPixels = 60;

function drawOverlay() {
    const c = overlay.getContext("2d");
    c.clearRect(0, 0, width, height);
    if (drawn.length > 1) {
        c.strokeStyle = colour("series-2");
        c.lineWidth = 2;
        c.beginPath();
        for (const point of drawn) c.lineTo(toScreen(point).x, toScreen(point).y);
        c.stroke();
    }
    const { position_x: xs, position_y: ys, velocity_x, velocity_y } = scenario.streams;
    const shown = scenario.count <= few ? [...Array(scenario.count).keys()] : chosen < 0 ? [] : [chosen];
    byId("values").textContent = chosen < 0 ? "click one on the plane" : "";
    byId("chosen").textContent = chosen < 0 ? "" : `${scenario.streams.id?.[chosen] ?? chosen}`;
    if (byId("forces").checked && forcesView !== null && shown.length > 0) {
        chosenSlot[0] = Math.max(chosen, 0);
        scenario.program.forces(forcesView, { dt: scenario.dt, seed: json.seed, tick });
        const { steering_force_x: fx, steering_force_y: fy } = forcesView.streams;
        const { max_force } = scenario.streams;
        // The force that the chosen agent's arrow of full length stands for; others' arrows are half as long, short ones omitted.
        const forceScale = valueOf("locomotion", "max_force") ?? max_force?.[shown[0]] ?? 1;
        for (const agent of shown) {
            if (agent !== chosen && Math.hypot(fx[agent], fy[agent]) < forceScale / 10) continue;
            const k = (agent === chosen ? arrowPixels : arrowPixels / 2) / (forceScale || 1);
            arrow(c, toScreen({ x: xs[agent], y: ys[agent] }), { x: fx[agent] * k, y: fy[agent] * k }, "series-2", [], agent === chosen ? 2 : 1);
        }
        if (chosen >= 0) byId("values").textContent = `force ${shorten(Math.hypot(fx[chosen], fy[chosen]))} N`;
    }
    if (chosen < 0) return;
    c.strokeStyle = colour("text");
    c.lineWidth = 1.5;
    ring(c, toScreen({ x: xs[chosen], y: ys[chosen] }), 10);
    const place = `at ${shorten(xs[chosen])}, ${shorten(ys[chosen])} m`;
    const speed = velocity_x ? `, speed ${shorten(Math.hypot(velocity_x[chosen], velocity_y[chosen]))} m/s` : "";
    byId("values").textContent = [place + speed, byId("values").textContent].filter(text => text !== "").join(", ");
}

function draw() {
    if (image === null) return;
    const c = agentsLayer.getContext("2d");
    if (trails) drawArrows(c);
    else drawDots(c);
    drawOverlay();
}
function drawAll() {
    if (image === null) return;
    drawGround();
    draw();
}

// ---- time

let playing = false, last = 0, owed = 0;
let spent = { since: 0, frames: 0, ticks: 0, milliseconds: 0 };

function advance() {
    const { count, streams } = scenario;
    const changes = scenario.run(json.seed, tick);
    tick++;
    if (changes) {
        // Its parameters are those of the file.
        if (changedAt !== null)
            scenario.stages.forEach(({ parameters }, i) => scenario.program.tune(i, Object.fromEntries(parameters.map(one => [one.name, one.value]))));
        drawGround();
    }
    if (!trails || tick % 2 !== 0) return;
    const places = new Float32Array(2 * count);
    for (let i = 0; i < count; i++) {
        places[2 * i] = streams.position_x[i];
        places[2 * i + 1] = streams.position_y[i];
    }
    trails.push(places);
    if (trails.length > trailLength) trails.shift();
}

function frame(now) {
    if (!playing) return;
    // A first frame's time may lie before the moment of play().
    owed = Math.min(owed + Math.max(0, now - last) / 1000 * Number(byId("speed").value), 1e9);
    last = Math.max(now, last);
    const begin = performance.now();
    let used = 0;
    try {
        while (owed >= scenario.dt && used < frameBudget) {
            advance();
            owed -= scenario.dt;
            spent.ticks++;
            used = performance.now() - begin;
        }
    } catch (error) {
        play(false);
        say(error.message, true);
        return;
    }
    // Ticks that do not fit are dropped: the page then runs slower than the clock.
    if (owed >= scenario.dt) owed = 0;
    spent.milliseconds += used;
    spent.frames++;
    draw();
    if (now - spent.since >= 1000) {
        showRates(now);
        showFigures(true);
    } else showFigures(false);
    requestAnimationFrame(frame);
}

function play(on) {
    if (on === playing) return;
    playing = on;
    byId("play").textContent = on ? "Pause" : "Play";
    byId("play").setAttribute("aria-pressed", on);
    if (!on) {
        byId("rate").textContent = byId("throughput").textContent = "paused";
        if (scenario) showFigures(true);
        return;
    }
    last = performance.now();
    owed = 0;
    spent = { since: last, frames: 0, ticks: 0, milliseconds: 0 };
    requestAnimationFrame(frame);
}

function goTo(wanted) {
    while (tick < wanted) advance();
    showFigures(true);
    draw();
}

// ---- figures

function showFigures(withHash) {
    byId("time").textContent = `tick ${tick}, ${(tick * scenario.dt).toFixed(2)} s`;
    if (!withHash) return;
    const changed = changedAt === null ? "" : ` (parameters changed at tick ${changedAt}; reset for that of wend run)`;
    byId("hash").textContent = hashOf(scenario);
    byId("hash_of").textContent = ` after tick ${tick}${changed}`;
    const each = eachDrawn();
    byId("shown").textContent = `${scenario.count.toLocaleString("en")}${each > 1 ? ", one of ten drawn" : ", all drawn"}, on ${wend.isas.at(-1)}`;
    if (!playing) showText();  // a path file in it may have megabytes
}

function showRates(now) {
    const seconds = (now - spent.since) / 1000;
    byId("rate").textContent = `${(spent.frames / seconds).toFixed(1)} frames/s, ${(spent.ticks / seconds).toFixed(1)} ticks/s`;
    const rate = scenario.count * spent.ticks / (spent.milliseconds / 1000);
    byId("throughput").textContent = spent.ticks === 0 ? "" : `${(rate / 1e6).toPrecision(3)} million agents/s, one tick each`;
    spent = { since: now, frames: 0, ticks: 0, milliseconds: 0 };
}

// ---- parameters

function legalText({ low, high, unit }) {
    const limit = 1e18;
    const range = high < limit ? `${shorten(low)} to ${shorten(high)}` : low <= -limit ? "any number" : `at least ${Math.abs(low - 2 ** -60) < 1e-24 ? "2^-60" : shorten(low)}`;
    return `legal: ${range}${unit === "" || high >= limit && low <= -limit ? "" : ` ${unit}`}`;
}

/// The slider's ends: all legal values, or where these are too many to choose from, those about the first one.
function sliderRange({ low, high, value }) {
    if (high - low <= 10) return [low, high];
    const reach = 4 * Math.abs(value) || 10;
    return [value < 0 ? Math.max(low, -reach) : 0, Math.min(high, reach)];
}

function setParameter(index, stage, name, value) {
    const stages = json.stages.map((one, i) => (i === index ? { [stage]: { ...one[stage], [name]: value } } : one));
    const next = { ...json, stages };
    if (tick === 0) return restart(next);
    try {
        scenario.program.tune(index, { [name]: value });
    } catch (error) {
        const restarted = error.code === "NOT_TUNABLE" && restart(next);
        if (restarted) say(`The scenario starts again: the agents' state depends on ${wordsOf(name)}.`);
        else if (error.code !== "NOT_TUNABLE") say(error.message, true);
        return restarted;
    }
    say(fallback);
    json = next;
    changedAt ??= tick;
    scenario.stages[index].parameters.find(one => one.name === name).value = value;
    showText();
    showFigures(true);
    drawAll();
    return true;
}

function makeControl(index, stage, parameter) {
    const { name, kind, unit } = parameter;
    const box = Object.assign(document.createElement("div"), { className: "parameter" });
    const id = `parameter_${index}_${name}`;
    const label = Object.assign(document.createElement("label"), { htmlFor: id, textContent: `${wordsOf(name)}${unit === "" ? "" : ` (${unit})`}` });
    box.append(label);
    const set = value => setParameter(index, stage, name, value);
    if (kind === "word") {
        const select = Object.assign(document.createElement("select"), { id });
        for (const word of parameter.words) select.append(Object.assign(document.createElement("option"), { value: word, textContent: word }));
        select.value = parameter.value;
        let before = parameter.value;
        select.addEventListener("change", () => {
            if (set(select.value)) before = select.value;
            else select.value = before;
        });
        box.append(select);
    } else if (kind === "switch") {
        const check = Object.assign(document.createElement("input"), { id, type: "checkbox", checked: parameter.value });
        check.addEventListener("change", () => {
            if (!set(check.checked)) check.checked = !check.checked;
        });
        box.append(check);
    } else {
        const [min, max] = sliderRange(parameter);
        const step = kind === "whole" ? 1 : "any";
        const slider = Object.assign(document.createElement("input"), { id, type: "range", min, max, step });
        const field = Object.assign(document.createElement("input"), { type: "number", step });
        field.setAttribute("aria-label", `${wordsOf(stage)}: ${label.textContent}`);
        slider.value = field.value = parameter.value;
        const rounded = value => Math.min(Math.max(Number(value.toPrecision(4)), parameter.low), parameter.high);
        slider.addEventListener("input", () => {
            const value = rounded(Number(slider.value));
            if (set(value)) field.value = value;
        });
        field.addEventListener("change", () => {
            if (field.value !== "" && set(Number(field.value))) slider.value = field.value;
        });
        const legal = document.createElement("small");
        legal.textContent = `slider: ${shorten(min)} to ${shorten(max)}; ${legalText(parameter)}`;
        legal.id = `${id}_legal`;
        slider.setAttribute("aria-describedby", legal.id);
        box.append(slider, field, legal);
    }
    return box;
}

function makeParameters() {
    byId("parameters").replaceChildren(...scenario.stages.map(({ stage, parameters }, index) => {
        const set = document.createElement("fieldset");
        set.append(Object.assign(document.createElement("legend"), { textContent: wordsOf(stage) }));
        set.append(...parameters.map(parameter => makeControl(index, stage, parameter)));
        return set;
    }));
}

// ---- the scenario as text

/// With as many ticks as the page has run: `wend run --hash` prints the hash that the page shows.
/// The path file's GeoJSON, to stand in the scenario; null where it is another format.
function pathsInside() {
    const { file } = json.paths, text = files.get(file);
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
const inside = { text: null, geojson: null };  // the last one
/// Of as many ticks as are shown, with its paths in it.
function scenarioText() {
    const copied = tick === 0 ? { ...json } : { ...json, ticks: tick }, geojson = json.paths && pathsInside();
    if (geojson) {
        const { file, ...rest } = json.paths;
        copied.paths = { ...rest, geojson };
    }
    return jsonText(copied);
}

function showLegend() {
    const entry = (text, name, shape) => {
        const line = document.createElement("span");
        line.innerHTML = `<svg width=28 height=12 aria-hidden=true><path d="${shape}" fill=none stroke="var(--${name})" stroke-width=2 /></svg>`;
        line.append(text);
        return line;
    };
    const entries = [];
    const limit = valueOf("locomotion", "max_force");
    if (forcesView !== null) entries.push(entry(`steering force${limit === undefined ? "" : `, ${arrowPixels / 2} pixels: ${shorten(limit)} N`}`, "series-2", "M1 6H20M20 2L26 6L20 10"));
    if (targets().length > 0) entries.push(entry("target or goal", "series-2", "M9 1L19 11M19 1L9 11"));
    if (scenario.ground.paths.length > 0) entries.push(entry("path", "soft", "M0 6H28"));
    if (valueOf("path_follow", "radius") !== undefined) entries.push(entry("node radius", "soft", "M14 1A5 5 0 1 0 14.1 1"));
    if (json.agents.area) entries.push(entry("area of the scenario", "soft", "M0 6H6M11 6H17M22 6H28"));
    byId("legend").replaceChildren(...entries);
}

function showScenario() {
    showLegend();
    byId("seed").value = json.seed;
    const named = [json.paths && !pathsInside() ? json.paths.file : undefined, json.agents.file].filter(name => name !== undefined);
    byId("files").replaceChildren(...named.flatMap((name, i) => {
        const link = Object.assign(document.createElement("a"), { download: name, textContent: name });
        link.href = URL.createObjectURL(new Blob([files.get(name)]));
        return [i === 0 ? "Beside it, wend run reads " : ", ", link];
    }));
}

function showText() {
    byId("scenario").value = scenarioText();
}

async function copyScenario() {
    const text = byId("scenario");
    showText();
    text.select();
    try {
        await navigator.clipboard.writeText(text.value);
        byId("copied").textContent = "Copied.";
    } catch {
        byId("copied").textContent = "The browser allows no copying: the text below is selected.";
    }
}

// ---- paths drawn by hand

let drawing = false, drawn = [];

function setDrawing(on) {
    drawing = on;
    drawn = [];
    byId("draw").setAttribute("aria-pressed", on);
    overlay.classList.toggle("drawing", on);
    if (on) {
        play(false);
        say("Draw a line on the plane.");
    }
}

/// The pointer's place, unless it is that near to the last one in pixels.
function addDrawn(event, least = 30) {
    const box = overlay.getBoundingClientRect();
    const point = toWorld({ x: event.clientX - box.left, y: event.clientY - box.top });
    const before = drawn.at(-1);
    if (before && Math.hypot(point.x - before.x, point.y - before.y) * view.scale < least) return;
    drawn.push(point);
    drawOverlay();
}

function endDrawn() {
    // A tenth of a pixel is as fine as a hand draws.
    const unit = 10 ** Math.floor(Math.log10(0.1 / view.scale)), digits = Math.max(0, -Math.round(Math.log10(unit)));
    const rounded = value => Number((Math.round(value / unit) * unit).toFixed(digits));
    const coordinates = drawn.map(({ x, y }) => [scenario.origin[0] + rounded(x), scenario.origin[1] + rounded(y)]);
    setDrawing(false);
    if (coordinates.length < 2) say("The line is too short for a path.", true);
    else {
        give("drawn.geojson", `${JSON.stringify({ type: "LineString", coordinates })}\n`);
        restart(withPaths("drawn.geojson", "none"), "; the paths stay as they were");
    }
    drawAll();
}

overlay.addEventListener("pointerdown", event => {
    if (drawing) addDrawn(event);
});
overlay.addEventListener("pointermove", event => {
    if (drawing && drawn.length > 0) addDrawn(event);
});
overlay.addEventListener("pointerup", event => {
    if (!drawing || drawn.length === 0) return;
    addDrawn(event, 4);
    endDrawn();
});
overlay.addEventListener("pointercancel", () => setDrawing(false));

/// The nearest agent to a click.
function nearest(at) {
    const { position_x: xs, position_y: ys } = scenario.streams;
    const there = toWorld(at);
    let best = -1, least = 20 / view.scale;
    for (let agent = 0, each = eachDrawn(); agent < scenario.count; agent += each) {
        const far = Math.hypot(xs[agent] - there.x, ys[agent] - there.y);
        if (far < least) [best, least] = [agent, far];
    }
    return best;
}

followPointers(overlay, {
    pan: (dx, dy) => drawing || pan(dx, dy),
    zoom: (factor, at) => drawing || zoom(factor, at),
    click(at) {
        if (drawing) return;
        chosen = nearest(at);
        drawOverlay();
    },
});

// ---- controls

byId("play").addEventListener("click", () => play(!playing));
byId("step").addEventListener("click", () => {
    play(false);
    goTo(tick + 1);
});
byId("zoom_in").addEventListener("click", () => zoom(1.5));
byId("zoom_out").addEventListener("click", () => zoom(1 / 1.5));
byId("fit").addEventListener("click", () => {
    fit();
    drawAll();
});
byId("forces").addEventListener("change", () => drawOverlay());
byId("copy").addEventListener("click", copyScenario);
byId("draw").addEventListener("click", () => setDrawing(!drawing));
byId("start").addEventListener("submit", event => {
    event.preventDefault();
    restart({ ...json, seed: Number(byId("seed").value) });
});
byId("count").addEventListener("change", () => {
    const original = JSON.parse(files.get(`${behaviour}.json`)).agents;
    const value = byId("count").value;
    if (restart(value === "" ? { ...json, agents: original } : withCount(Number(value)))) {
        fit();
        drawAll();
    }
});

async function useFile(file) {
    if (file) usePathFile(file.name, await file.text(), byId("projection").value);
}
byId("file").addEventListener("change", async () => {
    await useFile(byId("file").files[0]);
    byId("file").value = "";
});
byId("projection").addEventListener("change", () => {
    const { file } = json.paths;
    usePathFile(file, files.get(file), byId("projection").value);
});
addEventListener("dragover", event => event.preventDefault());
addEventListener("drop", event => {
    event.preventDefault();
    useFile(event.dataTransfer.files[0]);
});

document.addEventListener("keydown", event => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target === overlay) {
        const keys = {
            " ": () => play(!playing), "+": () => zoom(1.5), "=": () => zoom(1.5), "-": () => zoom(1 / 1.5),
            ArrowLeft: () => pan(40, 0), ArrowRight: () => pan(-40, 0), ArrowUp: () => pan(0, 40), ArrowDown: () => pan(0, -40),
            Escape: () => setDrawing(false),
        };
        if (!keys[event.key]) return;
        event.preventDefault();
        keys[event.key]();
    } else if (event.target.getAttribute?.("role") === "tab") {
        const tabs = [...byId("tabs").children], at = tabs.indexOf(event.target);
        const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: tabs.length - 1 }[event.key];
        if (to === undefined) return;
        event.preventDefault();
        const tab = tabs[(to + tabs.length) % tabs.length];
        tab.focus();
        tab.click();
    }
});

// ---- start

const wordsOf = name => name.replaceAll("_", " ");
let fallback = "";

/// #behaviour=wander&agents=1000&tick=120 opens the page at a moment, so that a link can name it.
function follow() {
    const wanted = new URLSearchParams(location.hash.slice(1));
    const name = wanted.get("behaviour") ?? behaviour ?? "wander";
    if (!files.has(`${name}.json`)) return say(`There is no behaviour ${name}.`, true);
    choose(name);
    if (wanted.has("agents") && mayHave(Number(wanted.get("agents")))) {
        byId("count").value = wanted.get("agents");
        byId("count").dispatchEvent(new Event("change"));
    }
    if (wanted.has("tick")) goTo(Math.min(Number(wanted.get("tick")), scenario.tickCount));
    else if (!matchMedia("(prefers-reduced-motion: reduce)").matches) play(true);
}

async function open() {
    say("Loading.");
    try {
        const vectors = hasVectors();
        if (!vectors) fallback = "This browser has no SIMD128: the page runs without vectors, with the same bits and more slowly.";
        wend = await load({ module: bytesOf(vectors ? "module" : "module_reference"), bytes: 512 * 2 ** 20 });
    } catch (error) {
        say(`The library does not start in this browser: ${error.message}`, true);
        return;
    }
    for (const [name, content] of files) putFile(wend, name, content);
    const behaviours = [...files.keys()].filter(name => name.endsWith(".json")).map(name => name.replace(/\.json$/, ""));
    byId("tabs").append(...behaviours.map(name => {
        const tab = Object.assign(document.createElement("button"), { type: "button", id: `tab_${name}`, textContent: wordsOf(name) });
        tab.dataset.behaviour = name;
        tab.setAttribute("role", "tab");
        tab.setAttribute("aria-controls", "panel");
        tab.addEventListener("click", () => {
            choose(name);
            play(!matchMedia("(prefers-reduced-motion: reduce)").matches);
        });
        return tab;
    }));
    resize();
    new ResizeObserver(resize).observe(byId("plane"));
    addEventListener("hashchange", follow);
    dark.addEventListener("change", () => {
        mixColours();
        drawAll();
    });
    follow();
}
open();

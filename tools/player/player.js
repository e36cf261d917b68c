// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Plays the run that the page carries, and over it a second one from another page.

const player = byId("player"), overlay = byId("overlay");
const layers = ["ground", "agents", "overlay"].map(byId);
const dark = matchMedia("(prefers-color-scheme: dark)"), narrow = matchMedia("(max-width: 700px)");
const runColours = ["series-1", "series-2"];
const shortest = 4, longest = 20;  // seconds in which a run is played; in real time between them

const camera = new Camera(), viewport = new Viewport(camera);
const agentLayer = new AgentLayer(byId("agents"), viewport);
const table = new NumbersTable(byId("values"));
const sides = [];  // of each run { run, name, mark }, and its chosen { agent, arrows }; the first is the page's own
let moments = [];  // seconds of all frames of all runs
let now = 0;  // seconds of the run
let chosen = null;  // the id of an agent
let drawnGrounds = [];

const frames = () => sides.map(({ run }) => run.frameAt(now));
const runs = () => sides.map(({ run }) => run);
const momentNow = () => moments.findLastIndex(moment => moment <= now);

// ---- picture

function fit() {
    const boxes = runs().map(run => run.box);
    const least = key => Math.min(...boxes.map(box => box[key])), most = key => Math.max(...boxes.map(box => box[key]));
    const box = { minX: least("minX"), minY: least("minY"), maxX: most("maxX"), maxY: most("maxY") };
    camera.fit(box, viewport.freeWidth, viewport.freeHeight);
}

function resize() {
    const { clientWidth: width, clientHeight: height } = byId("plane");
    Object.assign(viewport, { width, height });
    if (width === 0 || height === 0) return;  // no such image exists
    const [corner, bar, panel] = ["corner", "bar", "panel"].map(id => byId(id).getBoundingClientRect());
    viewport.inset = { top: corner.bottom, right: narrow.matches ? 0 : width - panel.left, bottom: height - bar.top };
    const ratio = runs().every(AgentLayer.hasArrows) ? Math.min(window.devicePixelRatio || 1, 2) : 1;
    for (const layer of layers) {
        layer.width = width * ratio;
        layer.height = height * ratio;
        layer.getContext("2d").setTransform(ratio, 0, 0, ratio, 0, 0);
    }
    agentLayer.resize();
    if (camera.fitted) fit();
    drawAll();
}

function drawGrounds() {
    const c = byId("ground").getContext("2d");
    c.clearRect(0, 0, viewport.width, viewport.height);
    for (const ground of drawnGrounds) drawGround(c, viewport, ground);
    drawScale(c, viewport);
}

function drawMarks(at) {
    const c = overlay.getContext("2d");
    c.clearRect(0, 0, viewport.width, viewport.height);
    sides.forEach(({ run, agent, arrows }, i) => {
        if (agent < 0) return;
        const place = run.placeAt(at[i], agent), body = run.bodyOf(Math.floor(at[i]), agent) * camera.scale;
        if (i === 0) {
            drawChosen(c, viewport, run, at[i], agent, arrows);
            drawDetailed(c, run, at[i]);
        }
        c.strokeStyle = colour(sides.length > 1 ? runColours[i] : "text");
        c.lineWidth = 1.5;
        if (place) ring(c, viewport.toScreen(place), Math.max(9, body + 3));
    });
}

/// Rings around the agents whose numbers are kept, where they are a part.
function drawDetailed(c, run, frame) {
    if (run.detailed.length === run.agentCount) return;
    c.strokeStyle = colour("soft");
    c.lineWidth = 1;
    c.globalAlpha = 0.6;
    for (const agent of run.detailed) {
        const place = run.placeAt(frame, agent);
        if (place) ring(c, viewport.toScreen(place), 4);
    }
    c.globalAlpha = 1;
}

let spent = 0, drawings = 0;
function draw() {
    if (viewport.width === 0 || viewport.height === 0) return;
    const start = performance.now(), at = frames();
    const grounds = sides.map(({ run }, i) => run.groundAt(at[i]));
    if (grounds.length !== drawnGrounds.length || grounds.some((ground, i) => ground !== drawnGrounds[i])) {
        drawnGrounds = grounds;
        drawGrounds();
    }
    player.dataset.drawn = agentLayer.draw(runs(), at);
    drawMarks(at);
    table.show(at);
    spent += performance.now() - start;
    drawings++;
    const { run } = sides[0], tick = run.ticks[Math.floor(at[0])];
    const words = `${now.toFixed(2)} s, tick ${tick} of ${run.ticks[run.lastFrame]}`;
    byId("moment").value = momentNow();
    byId("moment").setAttribute("aria-valuetext", words);
    byId("time").textContent = words;
    player.dataset.tick = tick;
    player.dataset.walls = grounds[0].walls.length;
    player.dataset.milliseconds = (spent / drawings).toFixed(1);
}
function drawAll() {
    drawnGrounds = [];
    draw();
}

function zoom(factor, at = viewport.middle) {
    camera.zoom(factor, at.x - viewport.middle.x, at.y - viewport.middle.y);
    drawAll();
}
function pan(dx, dy) {
    camera.pan(dx, dy);
    drawAll();
}

function setColours() {
    agentLayer.setColours(runs(), dark.matches, sides.length > 1 ? runColours : null);
}

// ---- time

let playing = false, last = 0;

function step(time) {
    if (!playing) return;
    // A first frame's time may lie before the moment of play().
    now += Math.max(0, Math.min(time - last, 250)) / 1000 * Number(byId("speed").value);
    last = Math.max(time, last);
    if (now > moments.at(-1)) now = moments[0];
    draw();
    requestAnimationFrame(step);
}
function play(on) {
    on = on && moments.length > 1;
    if (on === playing) return;
    playing = on;
    byId("play").textContent = on ? "Pause" : "Play";
    byId("play").setAttribute("aria-pressed", on);
    if (!on) return;
    last = performance.now();
    requestAnimationFrame(step);
}
/// To a moment, by its number.
function go(number) {
    play(false);
    now = moments[Math.max(0, Math.min(number, moments.length - 1))];
    draw();
}

/// A run takes 4 to 20 s; the list has other speeds too.
function setTimes() {
    moments = [...new Set(runs().flatMap(run => run.seconds))].sort((a, b) => a - b);
    const seconds = moments.at(-1) - moments[0];
    const pace = seconds / Math.min(Math.max(seconds, shortest), longest) || 1;
    byId("speed").replaceChildren(...[0.25, 0.5, 1, 2, 4].map(factor => {
        const value = factor * pace, textContent = `${Number(value.toPrecision(2))}\u00d7`;
        return make("option", { value, textContent, defaultSelected: factor === 1 });
    }));
    byId("moment").max = moments.length - 1;
}

// ---- the agent that is chosen

function choose(id) {
    chosen = id;
    showChosen();
    draw();
}

function showChosen() {
    const id = chosen;
    for (const side of sides) {
        side.agent = side.run.agentOfId.get(id) ?? -1;
        side.arrows = arrowsOf(side.run, side.agent);
    }
    byId("agent").value = id ?? "";
    player.dataset.agent = id;
    table.choose(sides);
    const { run, agent } = sides[0], parts = [];
    if (id === null) parts.push("The run has no agents.");
    else if (!run.detailOf.has(agent)) parts.push(`Of agent ${id} only the place is kept.`);
    if (run.detailed.length < run.agentCount)
        parts.push(`Numbers and forces are kept of ${run.detailed.length} agents, which have a ring.`);
    byId("hint").textContent = parts.join(" ");
    byId("legend").replaceChildren(...legendOf(run));
}

/// The nearest agent to a pixel; one whose numbers are kept from further away.
function chooseNearest(at) {
    const { run } = sides[0], frame = frames()[0];
    let best = -1, least = 1;
    for (let agent = 0; agent < run.agentCount; agent++) {
        const place = run.placeAt(frame, agent);
        if (!place) continue;
        const p = viewport.toScreen(place), reach = run.detailOf.has(agent) ? 20 : 10;
        const far = Math.hypot(p.x - at.x, p.y - at.y) / reach;
        if (far < least) [best, least] = [agent, far];
    }
    if (best >= 0) choose(run.ids[best]);
}

// ---- runs

function say(text) {
    byId("said").textContent = text;
    byId("said").classList.toggle("bad", text !== "");
    resize();
}

function setRuns(next) {
    sides.splice(0, Infinity, ...next);
    setTimes();
    now = Math.min(now, moments.at(-1));
    showRuns();
    showChosen();
    setColours();
    say("");
}

function sideOf(run, number, name) {
    const mark = () => {
        const square = make("span", { className: "mark" });
        square.style.borderColor = `var(--${runColours[number]})`;
        if (number === 0) square.style.background = `var(--${runColours[number]})`;
        return square;
    };
    return { run, name, mark };
}

/// Which run is which, while there are two.
function showRuns() {
    if (sides.length < 2) return byId("runs").replaceChildren();
    const lines = sides.map(({ run, name, mark }, number) => {
        const line = make("p", { className: "run" }), textContent = number === 0 ? `${run.title}, this page` : name;
        line.append(mark(), make("span", { className: "name", textContent }));
        if (number > 0) line.append(make("span", { className: "soft summary", textContent: run.summary }));
        return line;
    });
    const remove = make("button", { type: "button", textContent: "Remove" });
    remove.addEventListener("click", () => setRuns([sides[0]]));
    lines[1].lastChild.before(remove);
    byId("runs").replaceChildren(...lines, make("p", { id: "difference", textContent: differenceOf(...runs()) }));
}

const runIn = html => new RecordedRun(new DOMParser().parseFromString(html, "text/html"));

async function addRun(file) {
    if (!file) return;
    try {
        setRuns([sides[0], sideOf(runIn(await file.text()), 1, file.name)]);
    } catch (error) {
        say(`${file.name} cannot be shown: ${error.message}`);
    }
}

// ---- controls

byId("moment").addEventListener("input", () => go(Number(byId("moment").value)));
byId("play").addEventListener("click", () => play(!playing));
byId("zoom_in").addEventListener("click", () => zoom(1.5));
byId("zoom_out").addEventListener("click", () => zoom(1 / 1.5));
byId("fit").addEventListener("click", () => {
    fit();
    drawAll();
});
byId("agent").addEventListener("change", () => {
    const text = byId("agent").value, id = Number(text);
    if (text === "") return;
    if (sides[0].run.agentOfId.has(id)) choose(id);
    else byId("hint").textContent = `Agent ${text} is not in this page.`;
});
byId("file").addEventListener("change", async () => {
    await addRun(byId("file").files[0]);
    byId("file").value = "";
});
addEventListener("dragover", event => event.preventDefault());
addEventListener("drop", event => {
    event.preventDefault();
    addRun(event.dataTransfer.files[0]);
});
document.addEventListener("keydown", event => {
    if (event.target.matches("input, select, button") || event.ctrlKey || event.metaKey || event.altKey) return;
    const keys = {
        " ": () => play(!playing), "+": () => zoom(1.5), "=": () => zoom(1.5), "-": () => zoom(1 / 1.5),
        ",": () => go(momentNow() - 1), ".": () => go(momentNow() + 1),
    };
    const pans = { ArrowLeft: [40, 0], ArrowRight: [-40, 0], ArrowUp: [0, 40], ArrowDown: [0, -40] };
    if (event.target === overlay && pans[event.key]) keys[event.key] = () => pan(...pans[event.key]);
    if (!keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
});
followPointers(overlay, { pan, zoom, click: chooseNearest });

// ---- start

/// #tick=120&agent=5 opens the page at a moment, so that a link can name it. Returns whether it names a tick.
function follow() {
    const { run } = sides[0];
    const wanted = new URLSearchParams(location.hash.slice(1) || run.opens), id = Number(wanted.get("agent"));
    if (wanted.has("agent") && run.agentOfId.has(id)) choose(id);
    if (!wanted.has("tick")) return false;
    const later = run.ticks.find(tick => tick >= Number(wanted.get("tick"))) ?? run.ticks[run.lastFrame];
    go(moments.indexOf(later * run.dt));
    return true;
}
dark.addEventListener("change", () => {
    setColours();
    drawAll();
});
addEventListener("resize", resize);
addEventListener("hashchange", follow);
{
    const run = new RecordedRun(document);
    const steered = run.detailed.find(agent => run.greatest(agent, "steering force", " x", " y") > 0);
    chosen = run.ids[steered ?? run.detailed[0] ?? 0] ?? null;
    const shown = [sideOf(run, 0, "")], other = byId("other");
    if (other) {
        const over = runIn(JSON.parse(other.textContent));
        shown.push(sideOf(over, 1, over.title));
    }
    setRuns(shown);
    if (run.opens) say(run.opens.text);
    if (!follow() && !matchMedia("(prefers-reduced-motion: reduce)").matches) play(true);
}

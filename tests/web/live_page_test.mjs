// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// node live_page_test.mjs LIVE.html WEND: opens the live page from the disk and uses it as a visitor does; its state
// hashes are those of WEND, the native command. Exit status: 0, 1 where something differs, 2 on misuse, 77 where Chromium
// or the command is missing.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { listening, need, openPage } from "./browser.mjs";

const [pageFile, wend] = process.argv.slice(2);
if (!wend) {
    console.error("usage: node live_page_test.mjs LIVE.html WEND");
    process.exit(2);
}
need(wend, "no native wend here: tools/build release wend_command");
const behaviours = fileURLToPath(new URL("../../bench/scenarios/behaviours/", import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), "wend-live-"));

const open = (fragment, { script = "", ...options } = {}) => openPage(`${pathToFileURL(resolve(pageFile))}#${fragment}`, { ...options, script: listening + script });
const close = async page => {
    assert.deepEqual(await page.value("messages"), []);
    await page.close();
};
const ready = page => page.until(`document.getElementById("hash").textContent !== "" && !/^running/.test(document.getElementById("time").textContent)`);
const hashOfRun = (file, ...options) => execFileSync(wend, ["run", file, "--hash", ...options], { encoding: "utf8", stdio: "pipe" }).match(/[0-9a-f]{16}/)[0];
/// Of the scenario that the page gives, with the files that it gives along.
const hashOfCopy = async page => {
    const files = await page.value(`Promise.all([...document.querySelectorAll("#files a")].map(async link => [link.download, await (await fetch(link.href)).text()]))`);
    for (const [name, text] of files) writeFileSync(join(scratch, name), text);
    const file = join(scratch, "copied.json");
    writeFileSync(file, await page.value(`document.getElementById("scenario").value`));
    return hashOfRun(file);
};
const change = (page, id, value, event) => page.value(`{
    const element = document.getElementById("${id}");
    element.value = ${JSON.stringify(value)};
    element.dispatchEvent(new Event("${event}", { bubbles: true }));
}`);
const click = (page, id) => page.value(`document.getElementById("${id}").click()`);
const dropFile = (page, name, text) => page.value(`{
    const transfer = new DataTransfer();
    transfer.items.add(new File([${JSON.stringify(text)}], ${JSON.stringify(name)}));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }));
}`);
const atTick = tick => `document.getElementById("time").textContent.startsWith("tick ${tick},")`;
const mouse = (page, type, x, y) => page.send("Input.dispatchMouseEvent", { type, x, y, button: "left", buttons: type === "mouseReleased" ? 0 : 1, clickCount: 1 });
const drag = async (page, [first, ...rest]) => {
    await mouse(page, "mousePressed", ...first);
    for (const place of rest) await mouse(page, "mouseMoved", ...place);
    await mouse(page, "mouseReleased", ...rest.at(-1));
};
/// Clicks over the plane until an agent is there.
const clickAgent = async page => {
    for (let y = 120; y < 900; y += 24)
        for (let x = 40; x < 900; x += 24) {
            for (const type of ["mousePressed", "mouseReleased"]) await mouse(page, type, x, y);
            if (!/^click/.test(await page.text("values"))) return;
        }
    assert.fail("no agent was found");
};
const stateOf = async page => [await page.text("hash"), await page.text("time")];

const tests = {
    async "each behaviour is in one of four families, and its hash is that of wend run"() {
        const names = readdirSync(behaviours).filter(name => name.endsWith(".json")).map(name => basename(name, ".json")).sort();
        const page = await open("behaviour=wander&tick=1");
        await ready(page);
        assert.equal(await page.value(`document.querySelectorAll("#menu section").length`), 4);
        assert.deepEqual(await page.value(`[...document.querySelectorAll("#menu button")].map(item => item.dataset.behaviour).sort()`), names);
        for (const name of names) {
            await page.value(`location.hash = "behaviour=${name}&tick=40"`);
            await page.until(`document.querySelector("#menu [aria-current=true]").id === "behaviour_${name}" && ${atTick(40)}`);
            assert.equal(await page.text("hash"), hashOfRun(join(behaviours, `${name}.json`), "--ticks", "40"), name);
        }
        await close(page);
    },

    async "it opens on a flock of 10,000 that fits the screen, with play, reset and three sliders"() {
        for (const [width, height, mobile] of [[1280, 800, false], [390, 844, true]]) {
            const page = await open("", { width, height });
            await page.send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile });
            await page.until(`document.getElementById("shown").textContent.startsWith("10,000 agents")`);
            await page.until(`innerWidth === ${width} && innerHeight === ${height}`);
            const hidden = await page.value(`[...document.querySelectorAll("#play, #reset, #chief input[type=range], #chief small")].filter(one => {
                const { left, right, top, bottom } = one.getBoundingClientRect();
                const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
                return left < 0 || right > innerWidth || bottom > innerHeight || there !== one;
            }).map(one => one.id)`);
            assert.deepEqual(hidden, []);
            assert.equal(await page.value(`document.querySelectorAll("#chief input[type=range]").length`), 3);
            assert.equal(await page.value(`[...document.querySelectorAll("#chief small")].every(line => line.textContent.length > 10)`), true);
            assert.ok(await page.value(`document.documentElement.scrollWidth <= ${width} && document.documentElement.scrollHeight <= ${height}`));
            assert.ok(await page.value(`document.getElementById("overlay").clientWidth === ${width} && document.getElementById("overlay").clientHeight === ${height}`));
            await page.until(`parseInt(document.getElementById("time").textContent.slice(5)) > 5`);
            await click(page, "play");
            assert.equal(await page.text("hash"), await hashOfCopy(page));
            await close(page);
        }
    },

    async "the menu and the panel work by keyboard"() {
        const page = await open("behaviour=seek&tick=1");
        await ready(page);
        const press = async key => {
            for (const type of ["keyDown", "keyUp"]) await page.send("Input.dispatchKeyEvent", { type, key, text: type === "keyDown" && key === "Enter" ? "\r" : undefined });
        };
        const focused = () => page.value("document.activeElement.id");
        await page.value(`document.getElementById("menu_button").focus()`);
        await press("Enter");
        assert.equal(await focused(), "behaviour_seek");
        await press("ArrowDown");
        assert.equal(await focused(), "behaviour_arrive");
        await press("Escape");
        assert.equal(await page.value(`document.getElementById("menu").hidden && document.activeElement.id === "menu_button"`), true);
        await press("Enter");
        await press("End");
        await press("Enter");
        assert.equal(await page.text("behaviour"), "polygon containment");
        await click(page, "panel_close");
        assert.equal(await page.value(`document.getElementById("panel").hidden && document.activeElement.id === "panel_button"`), true);
        await press("Enter");
        assert.equal(await page.value(`document.getElementById("panel").hidden`), false);
        await close(page);
    },

    async "a click shows the force of each stage"() {
        const page = await open("behaviour=path_follow_loop&tick=60", { script: `globalThis.names = [];
            const plain = CanvasRenderingContext2D.prototype.fillText;
            CanvasRenderingContext2D.prototype.fillText = function (text, ...at) {
                names.push(text);
                plain.call(this, text, ...at);
            };` });
        await ready(page);
        await clickAgent(page);
        const values = await page.text("values");
        const [, stage, sum] = values.match(/path follow (\S+) N, steering force (\S+) N/) ?? assert.fail(values);
        assert.ok(Number(stage) > 0 && Number(sum) === Math.min(Number(stage), 24), values);
        assert.ok(await page.value(`names.some(name => name.startsWith("path follow "))`));
        await page.value(`location.hash = "behaviour=flock&tick=60"`);
        await page.until(`document.getElementById("behaviour").textContent === "flock" && ${atTick(60)}`);
        const before = await page.text("hash");
        await clickAgent(page);
        assert.match(await page.text("values"), /separation \S+ N, alignment \S+ N, cohesion \S+ N, steering force/);
        assert.equal(await page.text("hash"), before);
        await click(page, "step");
        await page.until(atTick(61));
        assert.equal(await page.text("hash"), hashOfRun(join(behaviours, "flock.json"), "--ticks", "61"));
        await close(page);
    },

    async "agents that are more than pixels are drawn as their density"() {
        const page = await open("behaviour=wander&agents=100000&tick=2", { width: 600, height: 500 });
        await page.until(atTick(2));
        await page.until(`/density/.test(document.getElementById("legend").textContent)`);
        const shown = () => page.value(`["density", "agents"].filter(name => !document.querySelector("#pane_a ." + name).hidden)`);
        assert.deepEqual(await shown(), ["density"]);
        await change(page, "drawn_as", "agents", "change");
        assert.match(await page.text("legend"), /direction/);
        assert.deepEqual(await shown(), ["agents"]);
        await close(page);
    },

    async "a frame without a tick draws no agents"() {
        const page = await open("behaviour=wander&agents=1000", { script: `globalThis.drawn = 0;
            const plain = CanvasRenderingContext2D.prototype.putImageData;
            CanvasRenderingContext2D.prototype.putImageData = function (...image) {
                drawn++;
                plain.apply(this, image);
            };` });
        const state = async () => page.value(`[drawn, parseInt(document.getElementById("time").textContent.slice(5))]`);
        await change(page, "speed", "0.25", "change");
        await page.until(`/frames/.test(document.getElementById("rate").textContent)`);
        const [drawn, tick] = await state();
        await page.until(`parseInt(document.getElementById("time").textContent.slice(5)) > ${tick + 20}`);
        const [drawnThen, tickThen] = await state();
        assert.ok(drawnThen > drawn && drawnThen - drawn <= tickThen - tick, `${drawnThen - drawn} pictures of ${tickThen - tick} ticks`);
        await close(page);
    },

    async "A and B run from one seed, and a link has both"() {
        const page = await open("behaviour=flock&agents=1000&seed=5&tick=0");
        await ready(page);
        await click(page, "compare");
        await page.until(`!document.getElementById("sides").hidden && /^A: /.test(document.getElementById("hash_b").textContent)`);
        await change(page, "parameter_0_weight", "30", "input");
        await click(page, "side_a");
        await change(page, "parameter_2_radius", "12", "input");
        for (let i = 0; i < 20; i++) await click(page, "step");
        await page.until(atTick(20));
        const [hash, other] = [await page.text("hash"), (await page.text("hash_b")).slice(3)];
        assert.equal(hash, await hashOfCopy(page));
        await click(page, "side_b");
        assert.equal(await page.text("hash"), other);
        assert.equal(other, await hashOfCopy(page));
        await click(page, "zoom_in");
        await page.until("/view=/.test(location.hash)");
        const fragment = (await page.value("location.hash")).slice(1);
        assert.match(fragment, /^behaviour=flock&agents=1000&seed=5&tick=20&a=2\.radius:12&b=0\.weight:30&view=/);
        await close(page);
        const again = await open(fragment);
        await again.until(`${atTick(20)} && document.getElementById("hash_b").textContent !== ""`);
        assert.deepEqual([await again.text("hash"), (await again.text("hash_b")).slice(3)].sort(), [hash, other].sort());
        assert.equal((await again.value("location.hash")).slice(1), fragment);
        await close(again);
    },

    async "walls and targets are events of the scenario; attract and repel move agents"() {
        const page = await open("behaviour=doors&tick=30");
        await page.until(atTick(30));
        await click(page, "brush_wall");
        await drag(page, [[300, 300], [360, 330], [420, 360]]);
        for (const [tick, act] of [[50, "brush_target"], [60, "brush_attract"]]) {
            while (!(await page.value(atTick(tick)))) await click(page, "step");
            assert.equal(await page.text("hash"), await hashOfCopy(page));
            await click(page, act);
            if (act === "brush_target") await drag(page, [[350, 200], [350, 200]]);
        }
        assert.match(await page.value(`document.getElementById("scenario").value`), /"tick":30,"name":"drawn 1","obstacles".*"tick":50,"goals"/);
        await page.until(`location.hash.includes("&tick=60&")`);  // it follows the page some times a second
        const fragment = await page.value("location.hash");
        await page.value(`location.hash = "behaviour=seek&tick=20"`);
        await page.until(`document.getElementById("behaviour").textContent === "seek" && ${atTick(20)}`);
        assert.deepEqual(await page.value(`(({ disabled, title }) => [disabled, title])(document.getElementById("brush_wall"))`),
            [true, "Needs a stage that sees obstacles."]);
        await click(page, "brush_repel");
        await click(page, "play");
        await mouse(page, "mousePressed", 450, 400);
        await page.until(`/agents pushed at tick/.test(document.getElementById("hash_of").textContent)`);
        await mouse(page, "mouseReleased", 450, 400);
        await click(page, "play");
        await click(page, "reset");
        const picture = () => page.value(`document.querySelector("#pane_a .agents").toDataURL()`), reset = await picture();
        while (!(await page.value(atTick(20)))) await click(page, "step");
        assert.equal(await page.text("hash"), hashOfRun(join(behaviours, "seek.json"), "--ticks", "20"));
        await page.value(`location.hash = "behaviour=seek&tick=0"`);
        await page.until(atTick(0));
        assert.equal(reset, await picture(), "trails of the run before");
        await page.value(`location.hash = ${JSON.stringify(fragment)}`);
        await page.until(`document.getElementById("behaviour").textContent === "doors" && ${atTick(60)}`);
        assert.equal(await page.text("hash"), await hashOfCopy(page));
        await close(page);
    },

    async "agents are dropped; the copied scenario and the link have them"() {
        const page = await open("behaviour=flock&tick=30");
        await page.until(atTick(30));
        await click(page, "brush_agents");
        await drag(page, [[300, 300], [360, 330]]);
        await page.until(`/^1[3-9]\\d agents/.test(document.getElementById("shown").textContent) && ${atTick(0)}`);
        for (let i = 0; i < 20; i++) await click(page, "step");
        await page.until(atTick(20));
        assert.equal(await page.text("hash"), await hashOfCopy(page));
        // Again, with another parameter since then.
        await change(page, "parameter_0_weight", "30", "input");
        await click(page, "reset");
        await click(page, "step");
        await drag(page, [[500, 300], [560, 330]]);
        await change(page, "speed", "4", "change");
        await change(page, "drawn_as", "density", "change");
        for (let i = 0; i < 5; i++) await click(page, "step");
        await page.until(`${atTick(5)} && /draw=density/.test(location.hash) && location.hash.includes("&tick=5&")`);
        const [hash, count] = [await page.text("hash"), await page.text("shown")];
        assert.equal(hash, await hashOfCopy(page));
        const fragment = (await page.value("location.hash")).slice(1);
        assert.match(fragment, /&a=0\.weight:30&drop=[\d.]+:[-\d.,;]+&from=behaviour.*drop.*&draw=density&speed=4$/);
        await close(page);
        const again = await open(fragment);
        await again.until(`${atTick(5)} && document.getElementById("shown").textContent === ${JSON.stringify(count)}`);
        assert.equal(await again.text("hash"), hash);
        assert.deepEqual(await again.value(`["drawn_as", "speed"].map(id => document.getElementById(id).value)`), ["density", "4"]);
        await again.until(`location.hash === ${JSON.stringify(`#${fragment}`)}`);
        await change(again, "count", "1000", "change");
        await again.until(`document.getElementById("shown").textContent.startsWith("1,000 agents") && !location.hash.includes("drop=")`);
        await close(again);
    },

    async "a looped path is drawn closed, and other ones open"() {
        // Notes the points of all lines that are drawn.
        const script = `globalThis.lines = [];
            for (const name of ["moveTo", "lineTo"]) {
                const plain = Path2D.prototype[name];
                Path2D.prototype[name] = function (...at) {
                    if (name === "moveTo") lines.push([]);
                    lines.at(-1).push(at.join());
                    plain.apply(this, at);
                };
            }`;
        for (const [name, closed] of [["waypoint_loop", true], ["waypoint_once", false], ["path_follow_loop", true]]) {
            const page = await open(`behaviour=${name}&tick=1`, { script });
            await ready(page);
            assert.equal(await page.value("lines.at(-1)[0] === lines.at(-1).at(-1)"), closed, name);
            await close(page);
        }
    },

    async "arrows point along the orientation where agents have one"() {
        // Notes how far to the right each arrow points.
        const script = `globalThis.arrows = [];
            const points = [], canvas = CanvasRenderingContext2D.prototype;
            for (const name of ["moveTo", "lineTo"]) {
                const plain = canvas[name];
                canvas[name] = function (...at) {
                    points.push(at);
                    plain.apply(this, at);
                };
            }
            const close = canvas.closePath;
            canvas.closePath = function () {
                const [tip, left, right] = points.slice(-3);
                arrows.push(2 * tip[0] - left[0] - right[0]);
                close.call(this);
            };`;
        const page = await open("behaviour=orient&tick=1000", { script });
        await page.until(atTick(1000));
        assert.equal(await page.value("arrows.slice(-7).filter(right => right < 0).length"), 7, "all walk backwards by then");
        await close(page);
    },

    async "without a width it waits for one"() {
        const script = `addEventListener("error", event => { document.documentElement.dataset.failed = event.message; });
            addEventListener("DOMContentLoaded", () => document.head.insertAdjacentHTML("beforeend", "<style id=none>#panes { width: 0; height: 0; right: auto; bottom: auto }</style>"));`;
        const page = await open("behaviour=wander&tick=5", { script });
        await ready(page);
        assert.equal(await page.value("document.documentElement.dataset.failed ?? ''"), "");
        await page.value(`document.getElementById("none").remove()`);
        await page.until("document.getElementById('overlay').width > 300");
        await close(page);
    },

    async "it plays, and resets with a seed"() {
        const page = await open("behaviour=wander&agents=1000");
        await page.until(`parseInt(document.getElementById("time").textContent.slice(5)) > 20`);
        await page.until(`/frames/.test(document.getElementById("rate").textContent)`);
        await change(page, "seed", "42", "change");
        await page.until(`parseInt(document.getElementById("time").textContent.slice(5)) > 5`);
        await click(page, "play");
        assert.equal(await page.text("hash"), await hashOfCopy(page));
        assert.match(await page.value(`document.getElementById("scenario").value`), /"seed": 42/);
        await close(page);
    },

    async "parameters change while it runs, and the copied scenario has them"() {
        const page = await open("behaviour=path_follow_loop&tick=30");
        await ready(page);
        await change(page, "parameter_0_radius", "6", "input");
        assert.match(await page.text("hash_of"), /parameters changed at tick 30/);
        await change(page, "parameter_0_mode", "ping-pong", "change");
        assert.match(await page.text("said"), /The scenario starts again/);
        await click(page, "reset");
        for (let i = 0; i < 50; i++) await click(page, "step");
        const text = await page.value(`document.getElementById("scenario").value`);
        assert.match(text, /"radius":6/);
        assert.match(text, /"mode":"ping-pong"/);
        assert.match(text, /"ticks": 50/);
        assert.equal(await page.text("hash"), await hashOfCopy(page));
        await close(page);
    },

    async "a path is drawn with the mouse, and a file of wend run"() {
        const page = await open("behaviour=waypoint_loop&tick=1");
        await ready(page);
        await click(page, "brush_path");
        await drag(page, [[100, 200], [200, 220], [300, 300], [250, 400]]);
        assert.match(await page.text("said"), /1 paths of 4 nodes/);
        assert.match(await page.value(`document.getElementById("scenario").value`), /"geojson":/);
        assert.equal(await page.value(`document.querySelector("#files a")`), null);
        for (let i = 0; i < 20; i++) await click(page, "step");
        assert.equal(await page.text("hash"), await hashOfCopy(page));
        await close(page);
    },

    async "files are dropped; one that is no GeoJSON is refused, and nothing else changes"() {
        const page = await open("behaviour=waypoint_once&tick=25");
        await ready(page);
        const before = await stateOf(page);
        const refusals = {
            "notes.geojson": ["Dear diary", /notes\.geojson.*; the paths stay as they were/],
            "points.geojson": [`{"type": "Point", "coordinates": [1, 2]}`, /points\.geojson.*; the paths stay as they were/],
            "empty.geojson": ["", /empty\.geojson.*; the paths stay as they were/],
        };
        for (const [name, [text, message]] of Object.entries(refusals)) {
            await dropFile(page, name, text);
            await page.until(`document.getElementById("said").textContent.includes("${name}")`);
            assert.match(await page.text("said"), message);
            assert.deepEqual(await stateOf(page), before, name);
        }
        const river = JSON.stringify({ type: "LineString", coordinates: [[9, 47], [9.1, 47.05], [9.2, 47]] });
        await dropFile(page, "river.geojson", river);
        await page.until(`document.getElementById("said").textContent.includes("1 paths of 3 nodes")`);
        for (let i = 0; i < 20; i++) await click(page, "step");
        assert.equal(await page.text("hash"), await hashOfCopy(page));

        await click(page, "behaviour_wander");
        await click(page, "play");
        await dropFile(page, "river.geojson", river);
        await page.until(`document.getElementById("said").textContent.includes("has no paths")`);
        await close(page);
    },

    async "without SIMD128 it runs without vectors, and says so"() {
        const page = await open("behaviour=wander&tick=40", { script: "WebAssembly.validate = () => false;" });
        await ready(page);
        assert.match(await page.text("said"), /This browser has no SIMD128: the page runs without vectors/);
        assert.match(await page.text("shown"), /on scalar$/);
        assert.equal(await page.text("hash"), hashOfRun(join(behaviours, "wander.json"), "--ticks", "40"));
        await close(page);
    },

    async "without WebAssembly it says so"() {
        const page = await open("behaviour=wander", { script: "delete globalThis.WebAssembly;" });
        await page.until(`/does not start/.test(document.getElementById("said").textContent)`);
        await close(page);
    },

    async "a telephone shows all without scrolling sideways"() {
        const page = await open("behaviour=doorway&tick=10", { width: 390 });
        await page.send("Emulation.setDeviceMetricsOverride", { width: 390, height: 800, deviceScaleFactor: 2, mobile: true });
        await ready(page);
        assert.ok(await page.value("document.documentElement.scrollWidth <= 390"));
        await close(page);
    },

    async "controls have names for screen readers"() {
        const page = await open("behaviour=avoid_neighbours&tick=1");
        await ready(page);
        const nameless = await page.value(`[...document.querySelectorAll("button, input, select, textarea, canvas[tabindex]")]
            .filter(one => !(one.textContent.trim() !== "" && one.tagName === "BUTTON") && !one.ariaLabel && !(one.labels?.length > 0)).map(one => one.outerHTML)`);
        assert.deepEqual(nameless, []);
        await close(page);
    },
};

let failed = 0;
for (const [name, test] of Object.entries(tests)) {
    try {
        await test();
        console.log(`passed: ${name}`);
    } catch (error) {
        failed++;
        console.log(`FAILED: ${name}\n${error.stack}`);
    }
}
rmSync(scratch, { recursive: true });
console.log(`the live page: ${Object.keys(tests).length - failed} of ${Object.keys(tests).length} tests pass`);
process.exit(failed === 0 ? 0 : 1);

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
import { need, openPage } from "./browser.mjs";

const [pageFile, wend] = process.argv.slice(2);
if (!wend) {
    console.error("usage: node live_page_test.mjs LIVE.html WEND");
    process.exit(2);
}
need(wend, "no native wend here: tools/build release wend_command");
const behaviours = fileURLToPath(new URL("../../bench/scenarios/behaviours/", import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), "wend-live-"));

const open = (fragment, options) => openPage(`${pathToFileURL(resolve(pageFile))}#${fragment}`, options);
const ready = page => page.until(`document.getElementById("hash").textContent !== ""`);
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
const stateOf = async page => [await page.text("hash"), await page.text("time")];

const tests = {
    async "each behaviour has a tab, and its hash is that of wend run"() {
        const names = readdirSync(behaviours).filter(name => name.endsWith(".json")).map(name => basename(name, ".json")).sort();
        const page = await open("behaviour=wander&tick=1");
        await ready(page);
        assert.deepEqual(await page.value(`[...document.querySelectorAll("[role=tab]")].map(tab => tab.textContent).sort()`), names.map(name => name.replaceAll("_", " ")).sort());
        for (const name of names) {
            await page.value(`location.hash = "behaviour=${name}&tick=40"`);
            await page.until(`document.querySelector("[aria-selected=true]").id === "tab_${name}" && document.getElementById("time").textContent.startsWith("tick 40,")`);
            assert.equal(await page.text("hash"), hashOfRun(join(behaviours, `${name}.json`), "--ticks", "40"), name);
        }
        await page.close();
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
            await page.close();
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
        await page.until(`document.getElementById("time").textContent.startsWith("tick 1000,")`);
        assert.equal(await page.value("arrows.slice(-7).filter(right => right < 0).length"), 7, "all walk backwards by then");
        await page.close();
    },

    async "without a width it waits for one"() {
        const script = `addEventListener("error", event => { document.documentElement.dataset.failed = event.message; });
            addEventListener("DOMContentLoaded", () => document.head.insertAdjacentHTML("beforeend", "<style id=none>#plane { width: 0; height: 0; min-height: 0 }</style>"));`;
        const page = await open("behaviour=wander&tick=5", { script });
        await ready(page);
        assert.equal(await page.value("document.documentElement.dataset.failed ?? ''"), "");
        await page.value(`document.getElementById("none").remove()`);
        await page.until("document.getElementById('agents').width > 0");
        await page.close();
    },

    async "it plays, and resets with a seed"() {
        const page = await open("behaviour=wander&agents=1000");
        await page.until(`parseInt(document.getElementById("time").textContent.slice(5)) > 20`);
        await page.until(`/frames/.test(document.getElementById("rate").textContent)`);
        await change(page, "seed", "42", "input");
        await click(page, "reset");
        await page.until(`parseInt(document.getElementById("time").textContent.slice(5)) > 5`);
        await click(page, "play");
        assert.equal(await page.text("hash"), await hashOfCopy(page));
        assert.match(await page.value(`document.getElementById("scenario").value`), /"seed": 42/);
        await page.close();
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
        await page.close();
    },

    async "a path is drawn with the mouse, and a file of wend run"() {
        const page = await open("behaviour=waypoint_loop&tick=1");
        await ready(page);
        await click(page, "draw");
        const box = await page.value(`document.getElementById("overlay").scrollIntoView({ block: "center" }),
            (({ left, top }) => ({ left, top }))(document.getElementById("overlay").getBoundingClientRect())`);
        const mouse = (type, x, y) => page.send("Input.dispatchMouseEvent", { type, x: box.left + x, y: box.top + y, button: "left", buttons: type === "mouseReleased" ? 0 : 1, clickCount: 1 });
        await mouse("mousePressed", 100, 100);
        for (const [x, y] of [[200, 120], [300, 200], [250, 300]]) await mouse("mouseMoved", x, y);
        await mouse("mouseReleased", 250, 300);
        assert.match(await page.text("said"), /1 paths of 4 nodes/);
        assert.match(await page.value(`document.getElementById("scenario").value`), /"geojson":/);
        assert.equal(await page.value(`document.querySelector("#files a")`), null);
        for (let i = 0; i < 20; i++) await click(page, "step");
        assert.equal(await page.text("hash"), await hashOfCopy(page));
        await page.close();
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

        await click(page, "tab_wander");
        await click(page, "play");
        await dropFile(page, "river.geojson", river);
        await page.until(`document.getElementById("said").textContent.includes("has no paths")`);
        await page.close();
    },

    async "without SIMD128 it runs without vectors, and says so"() {
        const page = await open("behaviour=wander&tick=40", { script: "WebAssembly.validate = () => false;" });
        await ready(page);
        assert.match(await page.text("said"), /This browser has no SIMD128: the page runs without vectors/);
        assert.match(await page.text("shown"), /on scalar$/);
        assert.equal(await page.text("hash"), hashOfRun(join(behaviours, "wander.json"), "--ticks", "40"));
        await page.close();
    },

    async "without WebAssembly it says so"() {
        const page = await open("behaviour=wander", { script: "delete globalThis.WebAssembly;" });
        await page.until(`/does not start/.test(document.getElementById("said").textContent)`);
        await page.close();
    },

    async "a telephone shows all without scrolling sideways"() {
        const page = await open("behaviour=doorway&tick=10", { width: 390 });
        await page.send("Emulation.setDeviceMetricsOverride", { width: 390, height: 800, deviceScaleFactor: 2, mobile: true });
        await ready(page);
        assert.ok(await page.value("document.documentElement.scrollWidth <= 390"));
        await page.close();
    },

    async "controls have names for screen readers"() {
        const page = await open("behaviour=avoid_neighbours&tick=1");
        await ready(page);
        const nameless = await page.value(`[...document.querySelectorAll("button, input, select, textarea, canvas[tabindex]")]
            .filter(one => !(one.textContent.trim() !== "" && one.tagName === "BUTTON") && !one.ariaLabel && !(one.labels?.length > 0)).map(one => one.outerHTML)`);
        assert.deepEqual(nameless, []);
        await page.close();
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

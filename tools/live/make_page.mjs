// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// node make_page.mjs OUT.html MODULE.wasm REFERENCE.wasm: writes the live page, one file that opens from the disk.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";

const [out, module, reference] = process.argv.slice(2);
const read = path => readFileSync(new URL(path, import.meta.url), "utf8");

// Pages opened from a disk may have no modules: all become one script, without imports and exports.
const classic = path => read(path).replace(/^import .*\n/gm, "").replace(/^export /gm, "").replaceAll("import.meta.url", "document.baseURI");
const modules = ["../../kernels/npm/api.js", "../../kernels/npm/fetchers.js", "../../kernels/npm/host.js",
    "../../kernels/npm/view.js", "../../kernels/npm/journal.js", "../../kernels/npm/index.js", "../player/page.js", "../player/plane.js", "../player/viewport.js",
    "scenario.js", "families.js", "link.js", "probe.js", "world.js", "text.js", "box.js", "agents.js", "pane.js", "layout.js", "legend.js", "menu.js",
    "parameters.js", "brushes.js", "drop.js", "counts.js", "clipboard.js", "pointer.js", "rates.js", "live.js"];
const script = modules.map(classic).join("\n");

const folder = "../../bench/scenarios/behaviours/";
const files = Object.fromEntries(readdirSync(new URL(folder, import.meta.url))
    .filter(name => /\.(json|geojson|csv)$/.test(name)).sort().map(name => [name, read(folder + name)]));

// Effects and defaults of the parameters, from the list of kernels, and one line a behaviour, from the gallery.
const known = Object.fromEntries(Object.entries(JSON.parse(read("../../kernels/c/wend_api.json")).stages).map(([stage, { parameters }]) =>
    [stage, Object.fromEntries(parameters.map(one => [one.name, { effect: one.effect, default: one.default }]))]));
const abouts = Object.fromEntries([...read("../../bench/scenarios/gallery/README.md").matchAll(/^## (\w+)\n\n([^!]+?)\n\n!/gm)]
    .map(([, name, text]) => [name, text.replaceAll("`", "").replaceAll("\n", " ")]));
const inside = (id, value) => `<script type=application/json id=${id}>${JSON.stringify(value).replaceAll("<", "\\u003c")}</script>`;

writeFileSync(out, `<!doctype html>
<html lang=en><meta charset=utf-8><meta name=viewport content='width=device-width,initial-scale=1'><title>wend, live</title>
<style>
${read("../support/page.css")}${read("../player/window.css")}${read("live.css")}</style>
${read("live.html")}${inside("given_files", files)}
${inside("texts", { known, abouts })}
<script type=application/octet-stream id=module>${readFileSync(module, "base64")}</script>
<script type=application/octet-stream id=module_reference>${readFileSync(reference, "base64")}</script>
<script>
(() => {
"use strict";
${script}})();
</script>
</html>
`);

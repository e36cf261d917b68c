// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// node make_page.mjs OUT.html MODULE.wasm REFERENCE.wasm: writes the live page, one file that opens from the disk.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";

const [out, module, reference] = process.argv.slice(2);
const read = path => readFileSync(new URL(path, import.meta.url), "utf8");

// Pages opened from a disk may have no modules: all become one script, without imports and exports.
const classic = path => read(path).replace(/^import .*\n/gm, "").replace(/^export /gm, "").replaceAll("import.meta.url", "document.baseURI");
const script = ["../../kernels/npm/api.js", "../../kernels/npm/fetchers.js", "../../kernels/npm/index.js", "scenario.js", "../player/plane.js", "live.js"].map(classic).join("\n");

const folder = "../../bench/scenarios/behaviours/";
const files = Object.fromEntries(readdirSync(new URL(folder, import.meta.url))
    .filter(name => /\.(json|geojson|csv)$/.test(name)).sort().map(name => [name, read(folder + name)]));

writeFileSync(out, `<!doctype html>
<html lang=en><meta charset=utf-8><meta name=viewport content='width=device-width,initial-scale=1'><title>wend, live</title>
<style>
${read("../support/page.css")}${read("../player/player.css")}${read("live.css")}</style>
${read("live.html")}<script type=application/json id=given_files>${JSON.stringify(files).replaceAll("<", "\\u003c")}</script>
<script type=application/octet-stream id=module>${readFileSync(module, "base64")}</script>
<script type=application/octet-stream id=module_reference>${readFileSync(reference, "base64")}</script>
<script>
(() => {
"use strict";
${script}})();
</script>
</html>
`);

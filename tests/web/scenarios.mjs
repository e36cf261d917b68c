// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// node scenarios.mjs MODULE.wasm HASHES.json: runs the golden scenarios, half of their ticks each, in a module of the live
// page, and compares their state hashes with the committed ones.
//
// Exit status: 0, 1 where a hash differs or a scenario is refused, 2 on misuse.
import { readdirSync, readFileSync } from "node:fs";
import { load } from "../../kernels/npm/index.js";
import { hashOf, loadScenario, putFile } from "../../tools/live/scenario.js";

const [moduleFile, hashesFile] = process.argv.slice(2);
if (!hashesFile) {
    console.error("usage: node scenarios.mjs MODULE.wasm HASHES.json");
    process.exit(2);
}
const wend = await load({ module: readFileSync(moduleFile) });
const root = new URL("../../bench/scenarios/", import.meta.url);
for (const folder of ["", "behaviours/"])
    for (const file of readdirSync(new URL(folder, root)))
        if (/\.(json|geojson|csv)$/.test(file)) putFile(wend, folder + file, readFileSync(new URL(folder + file, root), "utf8"));

let wrong = 0;
const { scenarios } = JSON.parse(readFileSync(hashesFile, "utf8"));
for (const [name, committed] of Object.entries(scenarios)) {
    const scenario = loadScenario(wend, `${name}.json`);
    const count = Math.floor(scenario.tickCount / 2);
    const { seed = 0 } = JSON.parse(readFileSync(new URL(`${name}.json`, root), "utf8"));
    for (let tick = 0; tick < count; tick++) scenario.run(seed, tick);
    const hash = hashOf(scenario);
    if (hash !== committed) {
        wrong++;
        console.log(`${name} after ${count} ticks: ${hash}, committed is ${committed}`);
    }
    scenario.free();
}
console.log(`${Object.keys(scenarios).length} scenarios on ${wend.isas.join(", ")}: ${wrong === 0 ? "all with the committed bits" : `${wrong} differ`}`);
process.exitCode = wrong === 0 ? 0 : 1;

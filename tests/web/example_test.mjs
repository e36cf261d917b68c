// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// node example_test.mjs PACKAGE EXAMPLE FOLDER: installs kernels/examples/web in FOLDER, checks its types, builds it, and opens
// it in Chromium. Exit status: 0, 1 where it fails, 2 on misuse, 77 where Chromium is missing or npm has no network.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { openPage } from "./browser.mjs";
import { install, serving } from "./npm_packages.mjs";

const [packageFolder, example, folder] = process.argv.slice(2).map(path => resolve(path));
if (!folder) {
    console.error("usage: node example_test.mjs PACKAGE EXAMPLE FOLDER");
    process.exit(2);
}
if (Number(process.versions.node.split(".")[0]) < 20) {
    console.log(`Vite 8 needs Node 20.19, here is ${process.version}`);
    process.exit(77);
}
const { dependencies: { wend, ...dependencies }, ...project } = JSON.parse(readFileSync(join(example, "package.json"), "utf8"));
assert.match(wend, /^file:/);
await install(folder, { ...project, dependencies }, packageFolder);
for (const name of ["index.html", "main.ts", "tsconfig.json"]) cpSync(join(example, name), join(folder, name));
rmSync(join(folder, "dist"), { recursive: true, force: true });
for (const script of ["check", "build"]) {
    const { status, stdout, stderr } = spawnSync("npm", ["run", "--silent", script], { cwd: folder, encoding: "utf8" });
    assert.equal(status, 0, `npm run ${script}: ${stdout}${stderr}`);
}
await serving(join(folder, "dist"), async url => {
    const page = await openPage(url);
    await page.until(`/^tick [0-9]{2}/.test(document.getElementById("status").textContent)`);
    const said = await page.text("status");
    await page.close();
    console.log(said);
    assert.match(said, /: 100000 agents, 0 faults,/);
});

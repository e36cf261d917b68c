// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// node site_test.mjs SOURCE FOLDER: makes the pages of tools/site in FOLDER, and opens all of them from the disk. Exit
// status: 0, 1 where something differs, 2 on misuse, 77 where Chromium or cmark-gfm is missing.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { listening, need, openPage } from "./browser.mjs";

const [source, folder] = process.argv.slice(2).map(name => resolve(name));
if (!folder) {
    console.error("usage: node site_test.mjs SOURCE FOLDER");
    process.exit(2);
}
need(process.env.PATH.split(":").map(path => join(path, "cmark-gfm")).find(existsSync), "no cmark-gfm here");
const make = (root, out) =>
    spawnSync("python3", ["-B", join(root, "tools/pages/make_site.py"), out], { encoding: "utf8" });
const made = make(source, folder);
assert.equal(made.status, 0, made.stderr);

// Dead links, with file and line, and no site.
const copy = mkdtempSync(join(tmpdir(), "wend-site-"));
for (const name of readdirSync(source)) if (name !== "README.md") symlinkSync(join(source, name), join(copy, name));
const text = readFileSync(join(source, "README.md"), "utf8"), line = text.split("\n").length;
writeFileSync(join(copy, "README.md"), `${text}\nA [file](gone.md) and\nan [anchor](SECURITY.md#gone).\n`);
const refused = make(copy, join(copy, "site"));
assert.equal(refused.status, 1);
assert.deepEqual(refused.stderr.trim().split("\n"),
    [`README.md:${line + 1}: gone.md leads nowhere`, `README.md:${line + 2}: SECURITY.md#gone leads nowhere`]);
assert.ok(!existsSync(join(copy, "site")));
rmSync(copy, { recursive: true });

const live = existsSync(join(folder, "live.html"));
const pages = readdirSync(folder, { recursive: true }).filter(name => name.endsWith(".html") && name !== "live.html");
const address = name => pathToFileURL(join(folder, name)).href;
const idsOf = name => [...readFileSync(join(folder, name), "utf8").matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
const anchors = new Map(pages.map(name => [address(name), idsOf(name)]));
for (const width of [1280, 390]) {
    const page = await openPage(address("index.html"), { script: listening });
    const screen = { width, height: 844, deviceScaleFactor: 1, mobile: width < 800 };
    await page.send("Emulation.setDeviceMetricsOverride", screen);
    const open = async url => {
        await page.send("Page.navigate", { url });
        await page.until("document.readyState === 'complete'");
    };
    for (const name of pages) {
        await open(address(name));
        assert.deepEqual(await page.value("messages"), [], name);
        assert.ok(await page.value("document.documentElement.scrollWidth") <= width, `${name} at ${width} pixels`);
        const links = "[...document.querySelectorAll('[href], [src]')].map(one => one.href ?? one.src)";
        for (const url of await page.value(links)) {
            const [file, anchor] = url.split("#");
            if (!file.startsWith("file:")) continue;
            assert.ok(existsSync(fileURLToPath(file)), `${name}: ${url}`);
            if (anchor && anchors.has(file)) assert.ok(anchors.get(file).includes(anchor), `${name}: ${url}`);
        }
    }

    await open(address("index.html"));
    await page.value("search.focus()");
    await page.send("Input.insertText", { text: "cos_field_of_view" });
    await page.until("!found.hidden");
    const found = await page.value("[...found.querySelectorAll('a')].map(one => one.href)");
    assert.ok(found.includes(`${address("kernels/docs/stages.html")}#separation`), found.join("\n"));
    await page.value("found.querySelector('a[href$=\"stages.html#separation\"]').click()");
    await page.until("location.hash === '#separation' && document.readyState === 'complete'");
    assert.ok(await page.value("Math.abs(document.getElementById('separation').getBoundingClientRect().top) < 200"));

    // The live page's tab; without the page, its description.
    await page.value("document.querySelector('#seek ~ p a').click()");
    const tab = "document.getElementById('menu_button')?.textContent === 'seek'";
    await page.until(live ? tab : "document.title === 'The live page'");
    await page.close();
}
console.log(`${pages.length} pages${live ? ", with the live page" : ""}`);

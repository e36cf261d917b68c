// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// node bundlers_test.mjs PACKAGE FOLDER: Vite, esbuild and webpack, installed in FOLDER, build a page with the README's program
// and a worker, as the README documents; the page runs in Chromium. Exit status: 0, 1 where one fails, 2 on misuse, 77 where
// Chromium is missing or npm has no network.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { openPage } from "./browser.mjs";
import { install, serving } from "./npm_packages.mjs";

const [packageFolder, folder] = process.argv.slice(2).map(path => resolve(path));
if (!folder) {
    console.error("usage: node bundlers_test.mjs PACKAGE FOLDER");
    process.exit(2);
}

const versions = { vite6: "npm:vite@6.4.6", vite8: "npm:vite@8.4.0", esbuild: "0.28.2", webpack: "5.113.0" };
const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
    console.log(`Vite 8 is left out: it needs Node 20.19, here is ${process.version}`);
    delete versions.vite8;
}
const bundler = await install(folder, { private: true, type: "module", dependencies: versions }, packageFolder);

for (const name of ["node_modules/.vite", "page"]) rmSync(join(folder, name), { recursive: true, force: true });
const readme = readFileSync(join(packageFolder, "README.md"), "utf8");
const [, program] = readme.match(/```js\n([^`]*)```/);
const [, viteOptions] = readme.match(/`(optimizeDeps: [^`]*)`/);
const html = `<!doctype html><title>running</title><script type=module src=./main.js></script>\n`;
const page = join(folder, "page");
mkdirSync(page);
writeFileSync(join(page, "index.html"), html);
writeFileSync(join(page, "main.js"), `import { compile } from "wend";
const said = text => (document.title = text);
addEventListener("error", ({ message }) => said(message));
addEventListener("unhandledrejection", ({ reason }) => said(reason.message));
${program}
const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
worker.onmessage = ({ data }) => said(\`\${agents.streams.position_x[5] > 0}, \${data}\`);
worker.onerror = ({ message }) => said(\`worker: \${message}\`);
worker.postMessage(await compile());
`);
writeFileSync(join(page, "worker.js"), `import { load } from "wend";
onmessage = async ({ data: module }) => {
    const { isas } = await load({ module, bytes: 2 ** 24 });
    postMessage(isas.join());
};
`);

let failed = 0;
async function opened(what, url) {
    const page = await openPage(url);
    await page.until(`document.title !== "running"`).catch(() => {});
    const title = await page.value("document.title"), right = title === "true, reference,scalar,simd128";
    await page.close();
    console.log(`${what}: ${right ? "runs" : title}`);
    if (!right) failed++;
}
const built = (what, out) => serving(out, url => opened(what, url));

for (const name of Object.keys(versions).filter(name => name.startsWith("vite"))) {
    const { build, createServer: serve } = await bundler(name), outDir = join(folder, `${name}_out`);
    const readmes = name === "vite6" ? new Function(`return { ${viteOptions} }`)() : {};
    const options = { root: page, base: "./", configFile: false, logLevel: "error", cacheDir: join(folder, "cache", name), ...readmes };
    const server = await serve({ ...options, server: { host: "127.0.0.1", port: 0 } });
    await server.listen();
    await opened(`${name}, its server`, `http://127.0.0.1:${server.httpServer.address().port}/`);
    await server.close();
    await build({ ...options, build: { ...readmes.build, outDir, emptyOutDir: true } });
    await built(`${name}, built`, outDir);
}

const esbuild = await bundler("esbuild"), esbuildOut = join(folder, "esbuild_out");
await esbuild.build({ absWorkingDir: page, entryPoints: ["main.js", "worker.js"], bundle: true, format: "esm", outdir: esbuildOut, logLevel: "error" });
for (const name of ["wend.wasm", "wend_reference.wasm"]) cpSync(join(packageFolder, name), join(esbuildOut, name));
writeFileSync(join(esbuildOut, "index.html"), html);
await built("esbuild", esbuildOut);

const { default: webpack } = await bundler("webpack"), webpackOut = join(folder, "webpack_out");
const stats = await new Promise((done, fail) => webpack({ context: page, entry: "./main.js", mode: "production", performance: false, output: { path: webpackOut, clean: true } }, (error, stats) => (error ? fail(error) : done(stats))));
if (stats.hasErrors() || stats.hasWarnings()) {
    console.log(stats.toString("errors-warnings"));
    failed++;
}
writeFileSync(join(webpackOut, "index.html"), html);
await built("webpack", webpackOut);
process.exit(failed === 0 ? 0 : 1);

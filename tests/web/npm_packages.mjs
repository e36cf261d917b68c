// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Packages from npm's registry, and pages that are served.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { pathToFileURL } from "node:url";

/// Installs the packages of a project in a folder, and a copy of wend's, as npm installs it: a link would leave node_modules.
/// Without a network the test ends as skipped (77), with the reason. Returns an import from that folder.
export async function install(folder, project, wendPackage) {
    const text = JSON.stringify(project), installed = join(folder, "installed.json");
    mkdirSync(folder, { recursive: true });
    if (!existsSync(installed) || readFileSync(installed, "utf8") !== text) {
        writeFileSync(join(folder, "package.json"), text);
        const { status, stderr, error } = spawnSync("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefer-offline", "--fetch-retries=1", "--fetch-retry-mintimeout=1000"], { cwd: folder, encoding: "utf8" });
        if (status !== 0) {
            const skipped = error !== undefined || /ENOTFOUND|EAI_AGAIN|ECONN|ETIMEDOUT|ENETUNREACH|ENOTCACHED/.test(stderr);
            console.log(skipped ? `npm cannot install here: ${error?.message ?? stderr.trim().split("\n")[0]}` : stderr);
            process.exit(skipped ? 77 : 1);
        }
        writeFileSync(installed, text);
    }
    rmSync(join(folder, "node_modules/wend"), { recursive: true, force: true });
    cpSync(wendPackage, join(folder, "node_modules/wend"), { recursive: true });
    writeFileSync(join(folder, "packages.js"), "export const imported = name => import(name);\n");
    return (await import(pathToFileURL(join(folder, "packages.js")))).imported;
}

/// Serves the files of a folder, while `use` runs with their address.
export async function serving(folder, use) {
    const types = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };
    const server = createServer(({ url }, answer) => {
        const file = join(folder, url === "/" ? "index.html" : new URL(url, "http://host").pathname);
        if (existsSync(file)) answer.writeHead(200, { "content-type": types[extname(file)] ?? "text/plain" }).end(readFileSync(file));
        else answer.writeHead(404).end();
    });
    await new Promise(done => server.listen(0, "127.0.0.1", done));
    await use(`http://127.0.0.1:${server.address().port}/`);
    server.close();
}

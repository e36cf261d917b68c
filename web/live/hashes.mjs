// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// node hashes.mjs LIVE.wasm SCENARIO.json...: each scenario's ticks and state hash after them, as
// `wend run SCENARIO.json --hash` gives it. Exit status 1 where one is refused.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const [moduleFile, ...scenarios] = process.argv.slice(2);
const compiled = new WebAssembly.Module(readFileSync(moduleFile));

/// Functions of the host that answer with an error: a module here has no files, clocks or processes.
const notSupported = 52;  // ENOSYS of WASI
const imports = {};
for (const { module, name } of WebAssembly.Module.imports(compiled)) {
    imports[module] ??= {};
    imports[module][name] = () => (module === "env" ? -notSupported : notSupported);
}

function load() {
    const { exports } = new WebAssembly.Instance(compiled, imports);
    exports._initialize();
    const place = bytes => {
        const pointer = exports.malloc(bytes.length);
        new Uint8Array(exports.memory.buffer).set(bytes, pointer);
        return pointer;
    };
    const encoder = new TextEncoder();
    return {
        exports,
        text: () => new TextDecoder().decode(new Uint8Array(exports.memory.buffer, exports.live_text(), exports.live_text_size())),
        put(name, bytes) {
            const encoded = encoder.encode(name);
            const [at, from] = [place(encoded), place(bytes)];
            exports.live_put_file(at, encoded.length, from, bytes.length);
            exports.free(at);
            exports.free(from);
        },
        load(name) {
            const encoded = encoder.encode(name);
            const at = place(encoded);
            const status = exports.live_load(at, encoded.length);
            exports.free(at);
            return status;
        },
    };
}

for (const scenario of scenarios) {
    const live = load(), folder = dirname(scenario);
    for (const name of readdirSync(folder))
        if (/\.(json|geojson|csv)$/.test(name)) live.put(join(folder, name), readFileSync(join(folder, name)));
    if (live.load(scenario) !== 0 || live.exports.live_run(live.exports.live_ticks()) !== 0) {
        console.error(live.text());
        process.exitCode = 1;
        continue;
    }
    live.exports.live_hash();
    console.log(`${scenario} ${live.text()}`);
}

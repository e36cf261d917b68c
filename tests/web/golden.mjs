// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// node golden.mjs GOLDEN.wasm HASHES.json: runs the module here, and compares the state hashes that it prints
// with the committed ones.
// node golden.mjs GOLDEN.wasm HASHES.json --page FILE.html: writes a page that does so in a browser.
//
// Exit status: 0, 1 where a hash differs, 2 on misuse.
import { readFileSync, writeFileSync } from "node:fs";
import "./host.js";

/// Reports errors in `lines` of name, instruction set and hash; the last line is the sum.
function compare(lines, hashes) {
    const said = [];
    const isas = new Set(lines.map(([, isa]) => isa));
    for (const [name, isa, hash] of lines)
        if (hashes[name] !== hash) said.push(`${name} on ${isa}: ${hash}, committed is ${hashes[name]}`);
    for (const name of Object.keys(hashes))
        for (const isa of isas)
            if (!lines.some(line => line[0] === name && line[1] === isa)) said.push(`${name} was not run on ${isa}`);
    if (!isas.has("simd128")) said.push("the module has no kernels for simd128");
    const right = said.length === 0;
    said.push(`${Object.keys(hashes).length} programs on ${[...isas].join(", ")}: ${right ? "all with the committed bits" : `${said.length} differ`}`);
    return { right, said };
}
const linesOf = text => text.trim().split("\n").map(line => line.split(" "));

const [moduleFile, hashesFile, option, pageFile] = process.argv.slice(2);
if (!hashesFile || (option && (option !== "--page" || !pageFile))) {
    console.error("usage: node golden.mjs GOLDEN.wasm HASHES.json [--page FILE.html]");
    process.exit(2);
}
const bytes = readFileSync(moduleFile);
const { hashes } = JSON.parse(readFileSync(hashesFile, "utf8"));
if (option) {
    writeFileSync(pageFile, `<!doctype html><html lang=en><meta charset=utf-8><title>wend: golden hashes</title><pre id=said>running</pre>
<script>${readFileSync(new URL("host.js", import.meta.url), "utf8")}</script>
<script>
const linesOf = ${linesOf};
${compare}
const bytes = Uint8Array.from(atob("${bytes.toString("base64")}"), c => c.charCodeAt(0));
runWasmProgram(bytes).then(({ written }) => {
    document.getElementById("said").textContent = compare(linesOf(written), ${JSON.stringify(hashes)}).said.join("\\n");
});
</script></html>
`);
    process.exit(0);
}
const { status, written } = await runWasmProgram(bytes);
if (status !== 0) {
    console.error(written);
    process.exit(1);
}
const { right, said } = compare(linesOf(written), hashes);
for (const line of said) console.log(line);
process.exit(right ? 0 : 1);

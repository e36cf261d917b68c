// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// node golden_page_test.mjs PAGE.html: the golden programs in Chromium, in the page from the disk that golden.mjs wrote.
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { openPage } from "./browser.mjs";

const page = await openPage(String(pathToFileURL(resolve(process.argv[2]))));
await page.until(`document.getElementById("said").textContent !== "running"`);
const said = await page.text("said");
await page.close();
console.log(said);
process.exit(/^[0-9]+ programs on reference, scalar, simd128: all with/m.test(said) ? 0 : 1);

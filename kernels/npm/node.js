// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// The package in Node: index.js, and modules from files.
import { readFile } from "node:fs/promises";
import { fetchers } from "./fetchers.js";

fetchers.file = async address => new Response(await readFile(new URL(address)));

export * from "./index.js";

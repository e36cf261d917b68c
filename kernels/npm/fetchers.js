// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Functions in place of fetch, by the scheme of an address. node.js sets that of files, which browsers have none for.

export const fetchers = { file: address => fetch(address) };

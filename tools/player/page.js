// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Elements of a page. Shared by pages that draw agents in the plane.

const byId = id => document.getElementById(id);
const make = (tag, properties = {}) => Object.assign(document.createElement(tag), properties);

/// The bytes that base64 stands for.
function bytesOf(base64) {
    const text = atob(base64);
    const bytes = new Uint8Array(text.length);
    for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
    return bytes;
}

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Elements of the page.

export const byId = id => document.getElementById(id);
export const make = (tag, properties = {}) => Object.assign(document.createElement(tag), properties);

/// Of a script element that holds them as base64.
export function bytesOf(id) {
    const text = atob(byId(id).textContent);
    const bytes = new Uint8Array(text.length);
    for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
    return bytes;
}

/// Returns whether the browser allows it; if not, the text stands selected in a text area.
export async function copyText(text, area) {
    try {
        await navigator.clipboard.writeText(text);
        return true;
    } catch {
        area.value = text;
        area.select();
        return false;
    }
}

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

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

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// A page in Chromium without a window, driven over its debugging pipe (Chrome DevTools Protocol).
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/// A file that a test needs: without it the test ends as skipped (77), with the reason.
export function need(path, reason) {
    if (path !== undefined && existsSync(path)) return path;
    console.log(reason);
    process.exit(77);
}
const chromium = need(process.env.PATH.split(":").map(folder => join(folder, "chromium")).find(existsSync), "no Chromium here");

/// Script for openPage: notes in `messages` what the page writes to the console, and its errors.
export const listening = `globalThis.messages = [];
    for (const name of ["log", "info", "warn", "error"]) console[name] = (...words) => messages.push(words.join(" "));
    for (const name of ["error", "unhandledrejection"])
        addEventListener(name, event => messages.push(event.message ?? String(event.reason)));`;

export async function openPage(url, { width = 1280, height = 1000, script = "" } = {}) {
    const profile = mkdtempSync(join(tmpdir(), "wend-page-"));
    const browser = spawn(chromium, [
        "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", `--user-data-dir=${profile}`,
        `--window-size=${width},${height}`, "--remote-debugging-pipe", "about:blank",
    ], { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
    const waiting = new Map();
    let rest = "", count = 0, session;
    browser.stdio[4].setEncoding("utf8").on("data", data => {
        const messages = (rest + data).split("\0");
        rest = messages.pop();
        for (const message of messages.map(text => JSON.parse(text))) {
            const [done, failed] = waiting.get(message.id) ?? [];
            waiting.delete(message.id);
            if (message.error) failed?.(new Error(message.error.message));
            else done?.(message.result);
        }
    });
    const send = (method, params = {}) => new Promise((done, failed) => {
        waiting.set(++count, [done, failed]);
        browser.stdio[3].write(`${JSON.stringify({ id: count, method, params, sessionId: session })}\0`);
    });
    const { targetId } = await send("Target.createTarget", { url: "about:blank" });
    session = (await send("Target.attachToTarget", { targetId, flatten: true })).sessionId;
    await send("Page.enable");
    if (script !== "") await send("Page.addScriptToEvaluateOnNewDocument", { source: script });
    const page = {
        send,
        /// The value of an expression in the page.
        async value(expression) {
            const { result, exceptionDetails } = await send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
            if (exceptionDetails) throw new Error(`${expression}: ${exceptionDetails.exception?.description ?? exceptionDetails.text}`);
            return result.value;
        },
        text: id => page.value(`document.getElementById("${id}").textContent`),
        /// Waits until an expression is true; a page that is left meanwhile has no value.
        async until(expression) {
            const value = () => page.value(expression).catch(error => {
                if (!/target navigated|context was destroyed/.test(error.message)) throw error;
            });
            for (const end = Date.now() + 20000; !(await value()); await new Promise(wake => setTimeout(wake, 50)))
                if (Date.now() > end) throw new Error(`not within 20 s: ${expression}`);
        },
        async close() {
            const ended = new Promise(done => browser.once("exit", done));
            await send("Browser.close");
            await ended;
            rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
        },
    };
    await send("Page.navigate", { url });
    await page.until("document.readyState === 'complete'");
    return page;
}

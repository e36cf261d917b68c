// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// The search: sections that have all words, first those with a word in their heading. Its index is a script, since a
// page that is opened from the disk may read no other file.
const root = document.currentScript.src, [search, found] = ["search", "found"].map(id => document.getElementById(id));
const make = (tag, properties) => Object.assign(document.createElement(tag), properties);
if (matchMedia("(max-width: 800px)").matches) document.querySelector("details").open = false;
const shown = document.querySelector("[aria-current]");
if (shown) document.querySelector("nav").scrollTop = shown.offsetTop - 100;

/// The text about the first word, with all words marked.
function excerpt(text, words) {
    const start = text.lastIndexOf(" ", text.toLowerCase().indexOf(words[0]) - 50) + 1, small = make("small");
    const all = new RegExp(`(${words.map(word => word.replace(/\W/g, "\\$&")).join("|")})`, "i");
    text.slice(start, start + 180).split(all).forEach((part, i) =>
        small.append(i % 2 === 1 ? make("mark", { textContent: part }) : part));
    small.append(" ...");
    return small;
}

function show() {
    const words = search.value.toLowerCase().split(/\s+/).filter(word => word !== "");
    found.hidden = words.length === 0 || typeof sections === "undefined";
    if (found.hidden) return;
    const count = (text, word) => text.toLowerCase().split(word).length - 1;
    const ranked = sections.map(([address, page, heading, text]) => {
        const counts = words.map(word => 20 * count(`${page} ${heading}`, word) + count(text, word));
        return { address, page, heading, text, rank: counts.includes(0) ? 0 : counts.reduce((a, b) => a + b) };
    });
    const best = ranked.filter(({ rank }) => rank > 0).sort((a, b) => b.rank - a.rank).slice(0, 20);
    found.replaceChildren(...best.map(({ address, page, heading, text }) => {
        const item = make("li"), link = make("a", { href: new URL(address, root) });
        link.append(heading === page ? page : `${page}: ${heading}`, excerpt(text, words));
        item.append(link);
        return item;
    }));
    if (best.length === 0) found.append(make("p", { textContent: "Nothing found." }));
}

const load = () => document.head.append(make("script", { src: new URL("sections.js", root), onload: show }));
search.addEventListener("focus", load, { once: true });
search.addEventListener("input", show);
document.addEventListener("keydown", event => {
    if (event.key === "Enter" && event.target === search) found.querySelector("a")?.click();
    if (event.key === "Escape") found.hidden = true;
});
document.addEventListener("click", event => {
    if (event.target !== search) found.hidden = true;
});

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// The menu of behaviours, in families: buttons, which arrow keys, fingers and the mouse reach.
import { families, wordsOf } from "./families.js";

export class Menu {
    /// `choose(name)` shows a behaviour.
    constructor(nav, button, choose) {
        Object.assign(this, { nav, button });
        nav.append(...families.map(([family, names]) => {
            const section = make("section"), list = make("div");
            section.append(make("h2", { textContent: family }), list);
            list.append(...names.map(name => {
                const item = make("button", { type: "button", id: `behaviour_${name}`, textContent: wordsOf(name) });
                item.dataset.behaviour = name;
                item.addEventListener("click", () => {
                    this.close();
                    choose(name);
                });
                return item;
            }));
            return section;
        }));
        button.addEventListener("click", () => this.open(nav.hidden));
        nav.addEventListener("keydown", event => this.#move(event));
        document.addEventListener("keydown", event => {
            if (event.key === "Escape" && !nav.hidden) this.close();
        });
        document.addEventListener("pointerdown", event => {
            if (!nav.hidden && !nav.contains(event.target) && event.target !== button) this.open(false);
        });
    }
    mark(name) {
        for (const item of this.nav.querySelectorAll("button")) item.setAttribute("aria-current", item.dataset.behaviour === name);
        this.button.textContent = wordsOf(name);
        this.button.setAttribute("aria-label", `Behaviour: ${wordsOf(name)}`);
    }
    open(on) {
        this.nav.hidden = !on;
        this.button.setAttribute("aria-expanded", on);
        if (on) this.nav.querySelector("[aria-current=true], button").focus();
    }
    close() {
        this.open(false);
        this.button.focus();
    }
    #move(event) {
        const items = [...this.nav.querySelectorAll("button")], at = items.indexOf(event.target);
        const to = { ArrowDown: at + 1, ArrowRight: at + 1, ArrowUp: at - 1, ArrowLeft: at - 1, Home: 0, End: items.length - 1 }[event.key];
        if (to === undefined) return;
        event.preventDefault();
        items[(to + items.length) % items.length].focus();
    }
}

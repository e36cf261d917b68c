// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// The pointer over the panes: it looks (moves the plane, clicks an agent), or holds one of the brushes.
import { Push, brushes, radiusPixels, withPush, withTarget, withWall } from "./brushes.js";

const dropPixels = 14;  // the radius around a place

export class Pointer {
    /// `page`: worlds(), panes, camera, ready(), amend(change), drop(places, radius), usePath(line), pan(dx, dy), zoom(pane, factor, at), click(pane, at),
    /// drawAll(), drawOverlays(), say(text, bad).
    constructor(page) {
        Object.assign(this, { page, brush: "look", line: [], pushes: [], held: null });
        page.panes.forEach(pane => this.#listen(pane));
    }
    /// Buttons for the brushes; those that the world cannot use say why.
    showBrushes(world) {
        const fits = name => name === "look" || brushes[name].fits(world);
        if (!fits(this.brush)) this.brush = "look";
        byId("brushes").replaceChildren(...["look", ...Object.keys(brushes)].map(name => {
            const button = make("button", { type: "button", id: `brush_${name}`, textContent: name === "look" ? "Look" : brushes[name].label });
            if (!fits(name)) Object.assign(button, { disabled: true, title: `Needs ${brushes[name].needs}.` });
            button.setAttribute("aria-pressed", name === this.brush);
            button.addEventListener("click", () => this.choose(name));
            return button;
        }));
        const looks = "Drag moves the plane, the wheel or two fingers zoom, a click shows an agent's forces.";
        byId("hint").textContent = this.brush === "look" ? looks : brushes[this.brush].hint;
        byId("panes").classList.toggle("brushing", this.brush !== "look");
    }
    choose(name) {
        this.end();
        this.brush = name;
        this.showBrushes(this.page.worlds()[0]);
        byId(`brush_${name}`)?.focus();
    }
    /// The mark that a pane draws.
    markOf(pane) {
        if (this.held?.pane !== pane) return null;
        return this.pushes.length > 0 ? { at: this.held.at, radius: radiusPixels / this.page.camera.scale } : { line: this.line };
    }
    /// Before each tick.
    apply() {
        this.pushes.forEach(push => push.apply());
    }
    end() {
        this.pushes.forEach(push => push.end());
        Object.assign(this, { pushes: [], line: [], held: null });
    }
    #listen(pane) {
        const { page } = this, { overlay } = pane;
        const here = event => {
            const box = overlay.getBoundingClientRect();
            return pane.toWorld({ x: event.clientX - box.left, y: event.clientY - box.top });
        };
        overlay.addEventListener("pointerdown", event => {
            if (this.brush !== "look" && page.ready() && event.isPrimary) this.#begin(pane, here(event));
        });
        overlay.addEventListener("pointermove", event => {
            if (this.held) this.#move(here(event));
        });
        overlay.addEventListener("pointerup", event => {
            if (!this.held) return;
            this.#move(here(event), 4);
            this.#use();
        });
        overlay.addEventListener("pointercancel", () => {
            this.end();
            if (page.ready()) page.drawAll();
        });
        followPointers(overlay, {
            pan: (dx, dy) => this.brush === "look" && page.ready() && page.pan(dx, dy),
            zoom: (factor, at) => !this.held && page.ready() && page.zoom(pane, factor, at),
            click: at => this.brush === "look" && page.ready() && page.click(pane, at),
        });
    }
    #begin(pane, at) {
        const { page } = this;
        if (this.brush === "attract" || this.brush === "repel") {
            if (!page.amend(withPush)) return;
            this.pushes = page.worlds().map(world => new Push(world, page.camera.scale, this.brush === "attract" ? 1 : -1));
        }
        this.held = { pane, at };
        this.#move(at);
    }
    /// To a place in the plane; a line gets it unless it is that near to its last one in pixels.
    #move(at, least = 12) {
        const { line, page } = this, before = line.at(-1);
        this.held.at = at;
        this.pushes.forEach(push => (push.at = at));
        if (!before || Math.hypot(at.x - before.x, at.y - before.y) * page.camera.scale >= least) line.push(at);
        page.drawOverlays();
    }
    #use() {
        const { line, page, brush } = this, pushing = this.pushes.length > 0;
        this.end();
        // A tenth of a pixel is as fine as a hand draws.
        const unit = 10 ** Math.floor(Math.log10(0.1 / page.camera.scale)), digits = Math.max(0, -Math.round(Math.log10(unit)));
        const rounded = value => Number((Math.round(value / unit) * unit).toFixed(digits)), [x0, y0] = page.worlds()[0].scenario.origin;
        const places = line.map(({ x, y }) => [rounded(x0 + x), rounded(y0 + y)]);
        if (brush === "target") page.amend((json, world) => withTarget(json, world.tick, places.at(-1), world.streams));
        else if (brush === "agents") page.drop(places, Number((dropPixels / page.camera.scale).toPrecision(3)));
        else if (!pushing && places.length < 2) page.say(`The line is too short for a ${brush}.`, true);
        else if (brush === "wall") page.amend((json, world) => withWall(json, world.tick, places));
        else if (brush === "path") page.usePath(places);
        page.drawAll();
    }
}

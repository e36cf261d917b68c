// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// A picture of one world: the ground, the agents and, over them, forces and brushes.
import { AgentPixels } from "./agents.js";
import { wordsOf } from "./families.js";
import { few } from "./world.js";

const arrowPixels = 80;
const series = ["series-1", "series-3", "series-4", "series-5"];

export class Pane extends Viewport {
    constructor(element, camera) {
        super(camera);
        Object.assign(this, { element, world: null, chosen: -1, found: null });
        this.layers = ["ground", "agents", "overlay"].map(name => element.querySelector(`.${name}`));
        [this.ground, this.agents, this.overlay] = this.layers;
        this.density = element.querySelector(".density");
        this.pixels = new AgentPixels(this.density);
        this.options = { forces: true, agents: "automatic" };
        this.dense = false;
    }
    resize() {
        this.width = this.element.clientWidth;
        this.height = this.element.clientHeight;
        if (this.width === 0 || this.height === 0) return;  // no such image exists
        const ratio = Math.min(window.devicePixelRatio || 1, 2);
        for (const layer of this.layers) {
            // Agents as pixels: a pixel an agent stays one.
            const own = layer === this.agents && !this.world?.trails ? 1 : ratio;
            layer.width = this.width * own;
            layer.height = this.height * own;
            layer.getContext("2d").setTransform(own, 0, 0, own, 0, 0);
        }
        this.pixels.resize(this.width, this.height);
    }
    show(world) {
        const asPixels = this.world?.trails === null;
        this.world = world;
        this.count = world.count;
        if (this.chosen >= world.count) this.chosen = -1;
        if (asPixels !== (world.trails === null)) this.resize();
    }
    setTheme(dark) {
        this.dark = dark;
        this.pixels.setTheme(dark);
    }
    colourOf(agent) {
        const [r, g, b] = shade(this.world.count < 2 ? 0.4 : agent / (this.world.count - 1), this.dark);
        return `rgb(${r},${g},${b})`;
    }
    drawAll(brush) {
        this.pixels.sinceCount = Infinity;  // another view may have room for agents
        this.found = null;
        this.drawGround();
        this.draw(brush);
    }
    draw(brush) {
        if (this.width === 0 || !this.world?.scenario) return;
        const c = this.agents.getContext("2d"), { world } = this;
        if (world.trails) {
            this.#drawArrows(c);
            this.dense = false;
        } else {
            const { x, y } = this.toScreen({ x: 0, y: 0 });
            this.dense = this.pixels.draw(c, world, { x0: x, y0: y, scale: this.camera.scale }, this.options.agents);
        }
        this.agents.hidden = this.dense;
        this.density.hidden = !this.dense;
        this.drawOverlay(brush);
    }
    drawGround() {
        if (this.width === 0 || !this.world?.scenario) return;
        const { world } = this, c = this.ground.getContext("2d"), area = world.area();
        const corridor = world.valueOf("corridor_follow", "radius"), nodes = world.valueOf("path_follow", "radius");
        c.clearRect(0, 0, this.width, this.height);
        drawGround(c, this, { ...world.scenario.ground, areas: area ? [[area, [6, 4]]] : [], corridor, nodes, targets: world.targets() });
        drawScale(c, this);
    }
    #drawArrows(c) {
        const { world } = this;
        c.clearRect(0, 0, this.width, this.height);
        const { position_x: xs, position_y: ys, velocity_x, velocity_y, orientation } = world.streams;
        const size = world.count > 60 ? 5 : 7;
        for (let agent = 0; agent < world.count; agent++) {
            const p = this.toScreen({ x: xs[agent], y: ys[agent] });
            c.strokeStyle = c.fillStyle = this.colourOf(agent);
            c.globalAlpha = 0.5;
            c.lineWidth = 1.3;
            c.beginPath();
            let last = null;
            for (const trail of world.trails) {
                const q = this.toScreen({ x: trail[2 * agent], y: trail[2 * agent + 1] });
                // A longer way is one round the world's edge.
                if (last && Math.hypot(q.x - last.x, q.y - last.y) < 60) c.lineTo(q.x, q.y);
                else c.moveTo(q.x, q.y);
                last = q;
            }
            c.stroke();
            c.globalAlpha = 1;
            let heading = { x: velocity_x?.[agent] ?? 0, y: velocity_y?.[agent] ?? 0 };
            const before = world.trails.at(-2);
            if (orientation) heading = unitAt(orientation[agent]);
            else if (!velocity_x && before) heading = { x: xs[agent] - before[2 * agent], y: ys[agent] - before[2 * agent + 1] };
            drawAgent(c, p, heading, size);
        }
    }
    /// `brush`: a circle or a line under the pointer, or null.
    drawOverlay(brush = null) {
        const c = this.overlay.getContext("2d"), { world, chosen } = this;
        c.clearRect(0, 0, this.width, this.height);
        if (brush) this.#drawBrush(c, brush);
        const { position_x: xs, position_y: ys } = world.streams;
        if (this.options.forces && world.probe && world.count <= few) {
            const { x: fx, y: fy } = world.probe.ofAll(world.clock()), scale = world.forceScale();
            for (let agent = 0; agent < world.count; agent++) {
                if (agent === chosen || Math.hypot(fx[agent], fy[agent]) < scale / 10) continue;
                const k = arrowPixels / 3 / scale;
                arrow(c, this.toScreen({ x: xs[agent], y: ys[agent] }), { x: fx[agent] * k, y: fy[agent] * k }, "soft", [], 1);
            }
        }
        if (chosen < 0) return;
        const at = this.toScreen({ x: xs[chosen], y: ys[chosen] });
        c.strokeStyle = colour("text");
        c.lineWidth = 1.5;
        ring(c, at, 10);
        if (world.probe) this.#drawForces(c, at);
    }
    /// One named arrow for each stage, and one for the steering force.
    #drawForces(c, at) {
        const { world, chosen } = this;
        // Each stage looks for its neighbours again: of very many agents not in every tick.
        const before = this.found, lag = world.count > 20000 ? 8 : 1;
        if (before?.chosen !== chosen || world.tick < before.tick || world.tick >= before.tick + lag)
            this.found = { ...world.probe.ofAgent(chosen, world.clock()), chosen, tick: world.tick };
        const { stages, steering } = this.found, limit = world.forceScale(chosen);
        const longest = Math.max(limit, ...[...stages, steering].map(({ x, y }) => Math.hypot(x, y)));
        // Lengths by the square root: a weak force beside a strong one is seen.
        const pixels = ({ x, y }) => {
            const size = Math.hypot(x, y), k = size === 0 ? 0 : 1.5 * arrowPixels * Math.sqrt(size / longest) / size;
            return { x: x * k, y: y * k };
        };
        const named = [...stages.map((one, i) => ({ ...one, name: wordsOf(one.stage), colour: series[i % series.length], thick: 2 })),
            { ...steering, name: "steering", colour: "series-2", thick: 3.5 }];
        const taken = [];
        for (const one of named) {
            const by = pixels(one), size = Math.hypot(by.x, by.y);
            if (size < 4) continue;
            arrow(c, at, by, one.colour, [], one.thick);
            const text = `${one.name} ${shorten(Number(Math.hypot(one.x, one.y).toPrecision(3)))} N`;
            c.font = "600 13px system-ui, sans-serif";
            const wide = c.measureText(text).width;
            const place = { x: at.x + by.x * (1 + 12 / size) - (by.x < 0 ? wide : 0), y: at.y - by.y * (1 + 12 / size) + 4 };
            const overlaps = other => Math.abs(other.y - place.y) < 15 && place.x < other.x + other.wide && other.x < place.x + wide;
            while (taken.some(overlaps)) place.y += by.y > 0 ? -15 : 15;
            taken.push({ ...place, wide });
            c.lineWidth = 4;
            c.lineJoin = "round";
            c.strokeStyle = colour("page");
            c.strokeText(text, place.x, place.y);
            c.fillStyle = colour(one.colour);
            c.fillText(text, place.x, place.y);
        }
    }
    #drawBrush(c, { at, radius, line }) {
        c.strokeStyle = colour("series-2");
        c.lineWidth = 2;
        if (radius !== undefined && at) ring(c, this.toScreen(at), radius * this.camera.scale);
        if (line?.length > 1) {
            c.beginPath();
            for (const point of line) c.lineTo(this.toScreen(point).x, this.toScreen(point).y);
            c.stroke();
        }
    }
    /// The nearest agent to a pixel, or -1.
    nearest(at) {
        const { position_x: xs, position_y: ys } = this.world.streams, there = this.toWorld(at);
        let best = -1, least = 20 / this.camera.scale;
        for (let agent = 0; agent < this.world.count; agent++) {
            const far = Math.hypot(xs[agent] - there.x, ys[agent] - there.y);
            if (far < least) [best, least] = [agent, far];
        }
        return best;
    }
}

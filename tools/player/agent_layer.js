// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

const trailFrames = 12;  // of dots; arrows have lines of four times as many
const leastBody = 3, mostArrow = 12;  // pixels; without bodies arrows have sizes from 3 to 7

/// The agents of recorded runs on a canvas: up to 400 as arrows with the lines behind them, more as dots.
class AgentLayer {
    constructor(canvas, viewport) {
        Object.assign(this, { canvas, viewport, image: null, inks: [] });
    }
    static hasArrows(run) {
        return run.agentCount <= 400;
    }
    resize() {
        this.image = new ImageData(this.canvas.width, this.canvas.height);
        this.pixels = new Uint32Array(this.image.data.buffer);
    }
    /// One run has a colour an agent; of two runs each has its own, which is a name of the page's rules.
    setColours(runs, dark, names) {
        this.inks = runs.map((run, number) => {
            const own = names ? colour(names[number]).match(/\w\w/g).map(two => parseInt(two, 16)) : null;
            const ink = { css: [], words: new Uint32Array(run.agentCount), hollow: number > 0 };
            for (let agent = 0; agent < run.agentCount; agent++) {
                const [r, g, b] = own ?? shade(run.agentCount < 2 ? 0.4 : agent / (run.agentCount - 1), dark);
                ink.words[agent] = b << 16 | g << 8 | r;
                if (AgentLayer.hasArrows(run)) ink.css.push(`rgb(${r},${g},${b})`);
            }
            return ink;
        });
    }
    /// Returns the number of agents that lie within the canvas.
    draw(runs, frames) {
        const c = this.canvas.getContext("2d"), { width, height } = this.viewport;
        let drawn = 0;
        if (runs.every(AgentLayer.hasArrows)) c.clearRect(0, 0, width, height);
        else {
            this.pixels.fill(0);
            runs.forEach((run, i) => {
                if (!AgentLayer.hasArrows(run)) drawn += this.#drawDots(run, frames[i], this.inks[i]);
            });
            c.putImageData(this.image, 0, 0);
        }
        runs.forEach((run, i) => {
            if (AgentLayer.hasArrows(run)) drawn += this.#drawArrows(c, run, frames[i], this.inks[i]);
        });
        return drawn;
    }
    #drawArrows(c, run, frame, ink) {
        const { viewport } = this, { scale } = viewport.camera, whole = Math.floor(frame);
        const spacing = Math.sqrt(viewport.freeWidth * viewport.freeHeight / run.agentCount);
        const plainSize = Math.min(Math.max(0.08 * spacing, 3), 7);
        let drawn = 0;
        for (let agent = 0; agent < run.agentCount; agent++) {
            const place = run.placeAt(frame, agent);
            if (!place) continue;
            const p = viewport.toScreen(place), body = run.bodyOf(whole, agent) * scale;
            c.strokeStyle = c.fillStyle = ink.css[agent];
            c.globalAlpha = 0.35;
            c.lineWidth = 1.3;
            this.#strokeTrail(c, run, frame, agent);
            if (body > leastBody && !ink.hollow) {
                c.globalAlpha = 0.25;
                c.beginPath();
                c.arc(p.x, p.y, body, 0, 7);
                c.fill();
            }
            c.globalAlpha = 1;
            c.lineWidth = 1;
            // An arrow fits into its body.
            const size = body > 0 ? Math.min(Math.max(body, leastBody) / 1.3, mostArrow) : plainSize;
            drawAgent(c, p, run.headingOf(whole, agent), size, ink.hollow);
            if (p.x >= 0 && p.y >= 0 && p.x < viewport.width && p.y < viewport.height) drawn++;
        }
        return drawn;
    }
    #strokeTrail(c, run, frame, agent) {
        const whole = Math.floor(frame);
        let last = null;
        c.beginPath();
        for (let back = Math.max(0, whole - 4 * trailFrames); ; back = Math.min(back + 1, frame)) {
            const there = run.placeAt(back, agent);
            if (there) {
                const q = this.viewport.toScreen(there);
                if (last && run.isNear({ x: there.x - last.x, y: there.y - last.y })) c.lineTo(q.x, q.y);
                else c.moveTo(q.x, q.y);
            }
            last = there;
            if (back === frame) break;
        }
        c.stroke();
    }
    // Pixel by pixel: without a graphics card a canvas draws some 2,000 shapes in the time of 20,000 dots.
    #drawDots(run, frame, { words }) {
        const { pixels, viewport } = this, { width, height, camera: { scale } } = viewport;
        const { places, agentCount } = run;
        let drawn = 0;
        const whole = Math.floor(frame), origin = viewport.toScreen({ x: run.minX, y: run.minY });
        const ax = run.unitX * scale, bx = origin.x, ay = -run.unitY * scale, by = origin.y;
        for (let back = Math.min(trailFrames, whole); back > 0; back--) {
            const alpha = Math.round(90 * (1 - back / (trailFrames + 1))) << 24;
            const from = 2 * (whole - back) * agentCount;
            for (let agent = 0; agent < agentCount; agent++) {
                const qx = places[from + 2 * agent];
                if (qx === nowhere) continue;
                const x = qx * ax + bx | 0, y = places[from + 2 * agent + 1] * ay + by | 0;
                if (x >= 0 && y >= 0 && x < width && y < height) pixels[y * width + x] = alpha | words[agent];
            }
        }
        const from = 2 * whole * agentCount, share = frame - whole;
        const to = whole < run.lastFrame ? from + 2 * agentCount : from;
        const before = whole > 0 ? from - 2 * agentCount : from;
        for (let agent = 0; agent < agentCount; agent++) {
            const i = from + 2 * agent, j = to + 2 * agent;
            let qx = places[i], qy = places[i + 1];
            if (qx === nowhere) continue;
            let dx = places[j] - qx, dy = places[j + 1] - qy;
            if (places[j] === nowhere || !run.isNear({ x: dx * run.unitX, y: dy * run.unitY })) dx = dy = 0;
            qx += dx * share;
            qy += dy * share;
            const x = qx * ax + bx | 0, y = qy * ay + by | 0;
            if (x < 1 || y < 1 || x >= width - 2 || y >= height - 2) continue;
            drawn++;
            const word = 0xff000000 | words[agent], at = y * width + x;
            pixels[at] = pixels[at + 1] = pixels[at + width] = pixels[at + width + 1] = word;
            // Two pixels beside the dot show its orientation, or the direction of its motion.
            let wayX = dx, wayY = dy;
            if (wayX === 0 && wayY === 0) {
                wayX = places[i] - places[before + 2 * agent];
                wayY = places[i + 1] - places[before + 2 * agent + 1];
            }
            wayX *= ax;
            wayY *= ay;
            if (run.orientations) {
                const facing = run.orientationOf(whole, agent);
                wayX = facing.x;
                wayY = -facing.y;
            }
            const most = Math.max(Math.abs(wayX), Math.abs(wayY));
            if (most === 0) continue;
            for (let step = 2; step <= 3; step++) {
                const hx = x + Math.round(wayX / most * step), hy = y + Math.round(wayY / most * step);
                if (hx >= 0 && hy >= 0 && hx < width && hy < height) pixels[hy * width + hx] = word;
            }
        }
        return drawn;
    }
}

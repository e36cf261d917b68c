// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Agents as pixels: short lines that point where the agents move, in the colour of their direction. Where they are more
// than pixels, their density.

const headings = 64;

/// Colours of directions, by 64ths of the diamond angle (below).
function headingWords(dark) {
    const words = new Uint32Array(headings);
    for (let i = 0; i < headings; i++) {
        const t = i / headings * 4, x = 1 - Math.abs(t - 2), y = t < 2 ? 1 - Math.abs(t - 1) : Math.abs(t - 3) - 1;
        const hue = Math.atan2(y, -x) / (2 * Math.PI) + 0.5, light = dark ? 0.62 : 0.4, strength = dark ? 0.8 : 0.75;
        const part = n => {
            const k = (n + hue * 12) % 12;
            return Math.round(255 * (light - strength * Math.min(light, 1 - light) * Math.max(-1, Math.min(k - 3, 9 - k, 1))));
        };
        words[i] = 0xff000000 | part(4) << 16 | part(8) << 8 | part(0);
    }
    return words;
}

/// Of densities up to the most.
function densityWords(dark) {
    const words = new Uint32Array(256);
    for (let i = 1; i < 256; i++) {
        const [r, g, b] = shade(dark ? i / 255 : 1 - i / 255, dark);
        words[i] = Math.round(Math.min(255, 2.5 * i)) << 24 | b << 16 | g << 8 | r;
    }
    return words;
}

const cellPixels = 6;
const mostCounted = 250000;  // every fourth of a million agents gives the same picture

export class AgentPixels {
    /// `small`: the canvas of the density.
    constructor(small) {
        this.image = null;
        this.small = small;
        this.peak = 0;
        this.pixelsAnAgent = Infinity;
        this.crowded = false;
        this.sinceCount = Infinity;
    }
    resize(width, height) {
        Object.assign(this, { width, height, sinceCount: Infinity });
        this.image = new ImageData(width, height);
        this.pixels = new Uint32Array(this.image.data.buffer);
        this.columns = Math.ceil(width / cellPixels);
        this.rows = Math.ceil(height / cellPixels);
        this.counts = new Float32Array(this.columns * this.rows);
        this.smoothed = new Float32Array(this.columns * this.rows);
        this.small.width = this.columns;
        this.small.height = this.rows;
        // The compositor enlarges it: with drawImage the page's own thread needs three times as long.
        Object.assign(this.small.style, { width: `${this.columns * cellPixels}px`, height: `${this.rows * cellPixels}px` });
        this.cells = new ImageData(this.columns, this.rows);
        this.cellWords = new Uint32Array(this.cells.data.buffer);
    }
    setTheme(dark) {
        this.headingWords = headingWords(dark);
        this.densityWords = densityWords(dark);
        // Agents without a velocity.
        const [r, g, b] = shade(0.55, dark);
        this.plain = 0xff000000 | b << 16 | g << 8 | r;
    }
    /// `how`: "agents", "density", or "automatic"; the plane's origin lies at pixel (x0, y0). Returns whether it drew the density.
    draw(c, { count, streams }, { x0, y0, scale }, how) {
        // Counting costs as much as drawing: the choice holds for some frames.
        const decides = how !== "density" && ++this.sinceCount > 15;
        if (decides || how === "density" || how === "automatic" && this.crowded) this.pixelsAnAgent = this.#count(count, streams, x0, y0, scale);
        if (decides) {
            this.sinceCount = 0;
            this.crowded = this.pixelsAnAgent < (this.crowded ? 8 : 7);
        }
        const dense = how === "density" || how === "automatic" && this.crowded;
        if (dense) this.#drawDensity();
        else this.#drawLines(c, count, streams, x0, y0, scale);
        return dense;
    }
    /// Counts the agents of each cell; returns the pixels of the rectangle around them by their number.
    #count(count, { position_x: xs, position_y: ys }, x0, y0, scale) {
        const { counts, columns, rows } = this, k = scale / cellPixels, ax = x0 / cellPixels, ay = y0 / cellPixels;
        counts.fill(0);
        let agents = 0, left = columns, right = 0, top = rows, bottom = 0;
        const each = Math.ceil(count / mostCounted);
        for (let agent = 0; agent < count; agent += each) {
            const x = xs[agent] * k + ax, y = ay - ys[agent] * k;
            if (!(x >= 0 && y >= 0 && x < columns && y < rows)) continue;
            agents++;
            if (x < left) left = x;
            if (x > right) right = x;
            if (y < top) top = y;
            if (y > bottom) bottom = y;
            counts[(y | 0) * columns + (x | 0)]++;
        }
        return agents < 2000 ? Infinity : (right - left) * (bottom - top) * cellPixels ** 2 / (agents * each);
    }
    #drawDensity() {
        const { counts, smoothed, columns, cellWords, densityWords } = this, last = counts.length - columns - 1;
        // Each cell with its neighbours, with weights of 1, 2 and 1 in both directions: chance alone makes no pattern then.
        let most = 0;
        for (let i = columns + 1; i < last; i++) {
            const above = i - columns, below = i + columns;
            const sum = counts[above - 1] + counts[above + 1] + counts[below - 1] + counts[below + 1] + 4 * counts[i] +
                2 * (counts[above] + counts[below] + counts[i - 1] + counts[i + 1]);
            smoothed[i] = sum;
            if (sum > most) most = sum;
        }
        // Follows the most slowly: a single full cell does not change the colours of all others at once.
        this.peak = this.peak === 0 ? most : this.peak + (most - this.peak) * 0.1;
        const k = 1 / (this.peak || 1);
        for (let i = 0; i < smoothed.length; i++) {
            const root = Math.sqrt(smoothed[i] * k);
            cellWords[i] = densityWords[Math.min(255, 255 * root * Math.sqrt(root) | 0)];  // the power 0.75
        }
        this.small.getContext("2d").putImageData(this.cells, 0, 0);
    }
    // Pixel by pixel: without a graphics card a canvas draws some 2,000 shapes in the time of 20,000 dots.
    #drawLines(c, count, { position_x: xs, position_y: ys, velocity_x: vx, velocity_y: vy }, x0, y0, scale) {
        const { pixels, width, height, headingWords, plain } = this;
        pixels.fill(0);
        const room = count <= 2000 || this.pixelsAnAgent > 40, length = count <= 2000 ? 9 : room ? 6 : 3, thick = room ? 2 : 1;
        for (let agent = 0; agent < count; agent++) {
            const x = xs[agent] * scale + x0, y = y0 - ys[agent] * scale;
            if (!(x >= length && y >= length && x < width - length - 2 && y < height - length - 2)) continue;
            let dx = 0, dy = 0, word = plain;
            const u = vx ? vx[agent] : 0, v = vx ? vy[agent] : 0, sum = Math.abs(u) + Math.abs(v);
            if (sum > 0) {
                const far = 1 / Math.hypot(u, v);
                dx = u * far;
                dy = -v * far;
                // The diamond angle, in [0, 4): as good as an angle for a colour, without an arc tangent.
                const angle = v >= 0 ? (u >= 0 ? v / sum : 1 - u / sum) : u < 0 ? 2 - v / sum : 3 + u / sum;
                word = headingWords[angle * (headings / 4) & (headings - 1)];
            }
            const steps = sum > 0 ? length : 2, tail = word & 0xffffff | 0x66000000;
            const beside = Math.abs(dx) > Math.abs(dy) ? width : 1;
            for (let step = steps - 1; step >= 0; step--) {
                const at = (y - step * dy | 0) * width + (x - step * dx | 0), colour = step > steps / 2 ? tail : word;
                pixels[at] = colour;
                if (thick === 2) pixels[at + beside] = colour;
            }
        }
        c.putImageData(this.image, 0, 0);
    }
}

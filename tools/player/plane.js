// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Shared by pages that draw agents in the plane.

/// A number of five digits.
const shorten = x => x === 0 ? "0" : Math.abs(x) >= 1e6 || Math.abs(x) < 1e-3 ? x.toExponential(3) : String(+x.toPrecision(5));

/// A colour of the page's rules.
const colour = name => getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim();

// Viridis (perceptually even), without the end that the page's own colour hides.
const viridis = [[68, 1, 84], [59, 82, 139], [33, 145, 140], [94, 201, 98], [253, 231, 37]];
/// Red, green and blue of a share in [0, 1].
function shade(share, dark) {
    const t = (dark ? 0.35 + 0.65 * share : 0.8 * share) * (viridis.length - 1);
    const i = Math.min(Math.floor(t), viridis.length - 2);
    return viridis[i].map((from, c) => Math.round(from + (viridis[i + 1][c] - from) * (t - i)));
}

function cross(c, p, size) {
    c.beginPath();
    c.moveTo(p.x - size, p.y - size);
    c.lineTo(p.x + size, p.y + size);
    c.moveTo(p.x + size, p.y - size);
    c.lineTo(p.x - size, p.y + size);
    c.stroke();
}

function ring(c, p, radius) {
    c.beginPath();
    c.arc(p.x, p.y, radius, 0, 7);
    c.stroke();
}

/// The unit vector at an angle, in radians counter-clockwise from the x axis.
const unitAt = angle => ({ x: Math.cos(angle), y: Math.sin(angle) });

/// An agent at a pixel: an arrow along a vector of the plane, or a disc where that is 0. Its tip lies 1.3 times `size`
/// from the pixel, farther than the rest. `hollow`: its outline.
function drawAgent(c, p, heading, size, hollow = false) {
    const length = Math.hypot(heading.x, heading.y);
    c.beginPath();
    if (length > 0) {
        const hx = heading.x / length * size, hy = -heading.y / length * size;
        c.moveTo(p.x + 1.3 * hx, p.y + 1.3 * hy);
        c.lineTo(p.x - hx - 0.7 * hy, p.y - hy + 0.7 * hx);
        c.lineTo(p.x - hx + 0.7 * hy, p.y - hy - 0.7 * hx);
        c.closePath();
    } else {
        c.arc(p.x, p.y, size * 0.6, 0, 7);
    }
    if (hollow) c.stroke();
    else c.fill();
}

/// Discs [x, y, radius] and walls [x0, y0, x1, y1].
function drawObstacles(c, { discs, walls }, toScreen, scale) {
    c.fillStyle = colour("line");
    c.strokeStyle = colour("soft");
    c.lineWidth = 1;
    for (const [x, y, radius] of discs) {
        const p = toScreen({ x, y });
        c.beginPath();
        c.arc(p.x, p.y, radius * scale, 0, 7);
        c.fill();
        c.stroke();
    }
    c.lineWidth = 2;
    c.beginPath();
    for (const [x0, y0, x1, y1] of walls) {
        const a = toScreen({ x: x0, y: y0 }), b = toScreen({ x: x1, y: y1 });
        c.moveTo(a.x, a.y);
        c.lineTo(b.x, b.y);
    }
    c.stroke();
}

/// The ground below the agents. `areas`: rectangles, each with the dashes of its edges; `corridor`: the radius of
/// paths; `nodes`: the radius of their nodes; `targets`: points.
function drawGround(c, viewport, ground) {
    const { scale } = viewport.camera, toScreen = p => viewport.toScreen(p);
    const { paths, corridor, nodes, targets } = ground;
    c.lineWidth = 1;
    c.strokeStyle = colour("soft");
    for (const [[x0, y0, x1, y1], dashes] of ground.areas) {
        const a = toScreen({ x: x0, y: y1 }), b = toScreen({ x: x1, y: y0 });
        c.setLineDash(dashes);
        c.strokeRect(a.x, a.y, b.x - a.x, b.y - a.y);
    }
    c.setLineDash([]);
    c.lineJoin = c.lineCap = "round";
    const lines = new Path2D();
    for (const path of paths)
        for (let i = 0; i < path.length; i += 2) {
            const p = toScreen({ x: path[i], y: path[i + 1] });
            if (i === 0) lines.moveTo(p.x, p.y);
            else lines.lineTo(p.x, p.y);
        }
    if (corridor !== undefined) {
        c.lineWidth = Math.max(1, 2 * corridor * scale);
        c.strokeStyle = colour("line");
        c.stroke(lines);
    }
    c.lineWidth = 1.2;
    c.strokeStyle = colour("soft");
    c.stroke(lines);
    const numbers = paths.reduce((sum, path) => sum + path.length, 0);
    if (numbers > 24) c.strokeStyle = colour("line");
    if (nodes !== undefined && numbers <= 3000)
        for (const path of paths)
            for (let i = 0; i < path.length; i += 2) ring(c, toScreen({ x: path[i], y: path[i + 1] }), nodes * scale);
    drawObstacles(c, ground, toScreen, scale);
    c.strokeStyle = colour("series-2");
    c.lineWidth = targets.length > 12 ? 1 : 1.6;
    for (const [x, y] of targets) cross(c, toScreen({ x, y }), targets.length > 12 ? 2 : 4);
}

/// `by` in pixels, its y upwards.
function arrow(c, from, by, name, dashes = [], thick = 2) {
    const length = Math.hypot(by.x, by.y);
    if (length < 1) return;
    const to = { x: from.x + by.x, y: from.y - by.y };
    const ux = by.x / length, uy = -by.y / length;
    c.strokeStyle = c.fillStyle = colour(name);
    c.lineWidth = thick;
    c.setLineDash(dashes);
    c.beginPath();
    c.moveTo(from.x, from.y);
    c.lineTo(to.x, to.y);
    c.stroke();
    c.setLineDash([]);
    c.beginPath();
    c.moveTo(to.x + 3 * ux, to.y + 3 * uy);
    c.lineTo(to.x - 6 * ux - 4 * uy, to.y - 6 * uy + 4 * ux);
    c.lineTo(to.x - 6 * ux + 4 * uy, to.y - 6 * uy - 4 * ux);
    c.fill();
}

/// A round length of some 100 pixels, in the lower left corner.
function drawScale(c, viewport) {
    const { scale } = viewport.camera, height = viewport.height - viewport.inset.bottom;
    const raw = 100 / scale, power = 10 ** Math.floor(Math.log10(raw));
    const length = power * (raw / power >= 5 ? 5 : raw / power >= 2 ? 2 : 1);
    const end = 12 + length * scale;
    c.strokeStyle = c.fillStyle = colour("text");
    c.lineWidth = 1.5;
    c.beginPath();
    c.moveTo(12, height - 18);
    c.lineTo(12, height - 12);
    c.lineTo(end, height - 12);
    c.lineTo(end, height - 18);
    c.stroke();
    c.font = "12px system-ui, sans-serif";
    c.fillText(length < 10000 ? `${shorten(length)} m` : `${shorten(length / 1000)} km`, 16, height - 17);
}

/// Fingers, mouse and wheel over a canvas: `pan` by pixels, `zoom` by a factor at a point, `click` at a point.
function followPointers(canvas, { pan, zoom, click }) {
    const fingers = new Map();
    let moved = 0;
    const here = event => {
        const box = canvas.getBoundingClientRect();
        return { x: event.clientX - box.left, y: event.clientY - box.top };
    };
    const between = () => {
        const [a, b] = [...fingers.values()];
        return { distance: Math.hypot(a.x - b.x, a.y - b.y), middle: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 } };
    };
    canvas.addEventListener("pointerdown", event => {
        canvas.setPointerCapture(event.pointerId);
        fingers.set(event.pointerId, here(event));
        if (fingers.size === 1) moved = 0;
    });
    canvas.addEventListener("pointermove", event => {
        const before = fingers.get(event.pointerId);
        if (!before) return;
        const now = here(event);
        moved += Math.hypot(now.x - before.x, now.y - before.y);
        if (fingers.size === 2) {
            const old = between();
            fingers.set(event.pointerId, now);
            const next = between();
            zoom(next.distance / (old.distance || 1), next.middle);
        } else {
            fingers.set(event.pointerId, now);
            if (moved > 4) pan(now.x - before.x, now.y - before.y);
        }
    });
    const lift = event => {
        if (fingers.delete(event.pointerId) && fingers.size === 0 && moved <= 4 && event.type === "pointerup") click(here(event));
    };
    canvas.addEventListener("pointerup", lift);
    canvas.addEventListener("pointercancel", lift);
    canvas.addEventListener("wheel", event => {
        event.preventDefault();
        zoom(Math.exp(-event.deltaY / 400), here(event));
    }, { passive: false });
}

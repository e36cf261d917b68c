// Plays the run that the page carries: `run` (JSON), `places` and `numbers` (tools/player/player_page.cpp).
"use strict";
(() => {
    const byId = id => document.getElementById(id);
    const run = JSON.parse(byId("run").textContent);
    const player = byId("player");

    // ---- data

    function bytesOf(id) {
        const text = atob(byId(id).textContent);
        const bytes = new Uint8Array(text.length);
        for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
        return bytes;
    }

    const frameCount = run.ticks.length;
    const agentCount = run.ids.length;
    const nowhere = 65535;

    // The inverse of pack_frames (tools/player/packed_positions.hpp).
    const places = (() => {
        const bytes = bytesOf("places");
        const width = 2 * agentCount;
        const values = new Uint16Array(frameCount * width);
        let at = 0;
        for (let i = 0; i < values.length; i++) {
            const code = bytes[at++];
            if (code === 255) {
                values[i] = bytes[at] | bytes[at + 1] << 8;
                at += 2;
            } else {
                const last = i < width ? 0 : values[i - width];
                const before = i < 2 * width ? 0 : values[i - 2 * width];
                values[i] = 2 * last - before + code - 127;
            }
        }
        return values;
    })();

    // Runs with an orientation have it of all agents (pack_angle in tools/player/packed_positions.hpp).
    const orientations = byId("orientations") ? bytesOf("orientations") : null;
    const orientationOf = (frame, agent) => unitAt(orientations[frame * agentCount + agent] * Math.PI / 128);

    const numbers = new Float32Array(bytesOf("numbers").buffer);
    const columnOf = new Map(run.columns.map((name, i) => [name, i]));
    const detailOf = new Map(run.detailed.map((agent, i) => [agent, i]));
    const agentOfId = new Map(run.ids.map((id, i) => [id, i]));
    const agentOfSlot = run.slots ? new Map(run.slots.map((slot, i) => [slot, i])) : null;

    function value(frame, agent, column) {
        const detail = detailOf.get(agent), place = columnOf.get(column);
        if (detail === undefined || place === undefined) return undefined;
        return numbers[(frame * run.detailed.length + detail) * run.columns.length + place];
    }
    function vector(frame, agent, prefix, x = "_x", y = "_y") {
        const vx = value(frame, agent, prefix + x);
        return vx === undefined ? undefined : { x: vx, y: value(frame, agent, prefix + y) };
    }

    const [minX, minY, maxX, maxY] = run.extent;
    const unitX = (maxX - minX) / 65534, unitY = (maxY - minY) / 65534;
    // A step of more than half a wrapping world leads across its edge.
    const halfX = run.wraps ? (run.world[2] - run.world[0]) / 2 / (unitX || 1) : Infinity;
    const halfY = run.wraps ? (run.world[3] - run.world[1]) / 2 / (unitY || 1) : Infinity;

    // The place of an agent between two frames; null where it has none.
    function placeAt(time, agent) {
        const frame = Math.min(Math.floor(time), frameCount - 1);
        const i = 2 * (frame * agentCount + agent);
        let x = places[i], y = places[i + 1];
        if (x === nowhere) return null;
        const share = time - frame, j = i + 2 * agentCount;
        if (share > 0 && j < places.length && places[j] !== nowhere) {
            const dx = places[j] - x, dy = places[j + 1] - y;
            if (Math.abs(dx) < halfX && Math.abs(dy) < halfY) {
                x += dx * share;
                y += dy * share;
            }
        }
        return { x: minX + x * unitX, y: minY + y * unitY };
    }

    // ---- view

    const layers = ["ground", "agents", "overlay"].map(byId);
    const [groundLayer, agentsLayer, overlay] = layers;
    const few = agentCount <= 400;  // drawn as arrows with lines behind them; more as pixels
    const view = { x: 0, y: 0, scale: 1 };
    let width = 0, height = 0, ratio = 1;
    let pixels = null, image = null;

    const toScreen = p => ({ x: (p.x - view.x) * view.scale + width / 2, y: height / 2 - (p.y - view.y) * view.scale });
    const toWorld = p => ({ x: (p.x - width / 2) / view.scale + view.x, y: (height / 2 - p.y) / view.scale + view.y });

    function fit() {
        const [x0, y0, x1, y1] = run.view;
        view.x = (x0 + x1) / 2;
        view.y = (y0 + y1) / 2;
        view.scale = Math.min((width - 40) / (x1 - x0 || 1), (height - 40) / (y1 - y0 || 1));
    }

    function resize() {
        const first = image === null;
        width = byId("plane").clientWidth;
        height = byId("plane").clientHeight;
        if (width === 0 || height === 0) return;  // no such image exists
        ratio = few ? Math.min(window.devicePixelRatio || 1, 2) : 1;
        for (const layer of layers) {
            layer.width = width * ratio;
            layer.height = height * ratio;
            layer.getContext("2d").setTransform(ratio, 0, 0, ratio, 0, 0);
        }
        image = agentsLayer.getContext("2d").createImageData(agentsLayer.width, agentsLayer.height);
        pixels = new Uint32Array(image.data.buffer);
        if (first) fit();
        drawAll();
    }

    function zoom(factor, at = { x: width / 2, y: height / 2 }) {
        const fixed = toWorld(at);
        view.scale *= factor;
        view.x = fixed.x - (at.x - width / 2) / view.scale;
        view.y = fixed.y + (at.y - height / 2) / view.scale;
        drawAll();
    }

    // ---- colours

    const dark = matchMedia("(prefers-color-scheme: dark)");
    let shades = [], shadeWords = null;
    function mixColours() {
        shades = [];
        shadeWords = new Uint32Array(agentCount);
        for (let i = 0; i < agentCount; i++) {
            const [r, g, b] = shade(agentCount < 2 ? 0.4 : i / (agentCount - 1), dark.matches);
            shadeWords[i] = b << 16 | g << 8 | r;
            if (few) shades.push(`rgb(${r},${g},${b})`);
        }
    }

    // ---- ground

    // Events of the scenario change it.
    const frameNow = () => Math.min(Math.floor(time), frameCount - 1);
    const groundNow = () => run.grounds.filter(one => one.tick <= run.ticks[frameNow()]).at(-1);
    let ground = run.grounds[0];

    function drawGround() {
        ground = groundNow();
        const c = groundLayer.getContext("2d");
        c.clearRect(0, 0, width, height);
        const rectangle = ([x0, y0, x1, y1], dashes) => {
            const a = toScreen({ x: x0, y: y1 }), b = toScreen({ x: x1, y: y0 });
            c.setLineDash(dashes);
            c.strokeRect(a.x, a.y, b.x - a.x, b.y - a.y);
            c.setLineDash([]);
        };
        c.lineWidth = 1;
        c.strokeStyle = colour("soft");
        if (run.world) rectangle(run.world, run.wraps ? [6, 4] : []);
        if (run.soft_walls) rectangle(run.soft_walls, [2, 3]);
        c.lineJoin = c.lineCap = "round";
        const strokePaths = () => {
            c.beginPath();
            for (const path of ground.paths)
                for (let i = 0; i < path.length; i += 2) {
                    const p = toScreen({ x: path[i], y: path[i + 1] });
                    if (i === 0) c.moveTo(p.x, p.y);
                    else c.lineTo(p.x, p.y);
                }
            c.stroke();
        };
        if (run.path_is_corridor) {
            c.lineWidth = Math.max(1, 2 * run.path_radius * view.scale);
            c.strokeStyle = colour("line");
            strokePaths();
        }
        c.lineWidth = 1.2;
        c.strokeStyle = colour("soft");
        strokePaths();
        const nodes = ground.paths.reduce((sum, path) => sum + path.length / 2, 0);
        if (run.path_radius > 0 && !run.path_is_corridor && nodes <= 1500)
            for (const path of ground.paths)
                for (let i = 0; i < path.length; i += 2) ring(c, toScreen({ x: path[i], y: path[i + 1] }), run.path_radius * view.scale);
        drawObstacles(c, ground, toScreen, view.scale);
        c.strokeStyle = colour("series-2");
        c.lineWidth = ground.targets.length > 12 ? 1 : 1.6;
        for (const [x, y] of ground.targets) cross(c, toScreen({ x, y }), ground.targets.length > 12 ? 2 : 4);
        drawScale(c, view.scale, height);
    }

    // ---- agents

    const trailFrames = 12;
    const body = Math.max(0, ...run.stages.map(stage => stage.parameters.body_radius || 0));
    let time = 0;  // in frames
    let chosen = -1;

    // The direction of an agent's arrow: its orientation, otherwise its velocity, otherwise its last displacement.
    function headingOf(frame, agent) {
        if (orientations) return orientationOf(frame, agent);
        const velocity = vector(frame, agent, "velocity");
        if (velocity && (velocity.x !== 0 || velocity.y !== 0)) return velocity;
        for (let to = Math.max(Math.min(frame + 1, frameCount - 1), 1); to > Math.max(0, frame - 8); to--) {
            const j = 2 * (to * agentCount + agent), i = j - 2 * agentCount;
            const dx = places[j] - places[i], dy = places[j + 1] - places[i + 1];
            if ((dx !== 0 || dy !== 0) && Math.abs(dx) < halfX && Math.abs(dy) < halfY) return { x: dx * unitX, y: dy * unitY };
        }
        return { x: 0, y: 0 };
    }

    function drawArrows(c) {
        let drawn = 0;
        const size = agentCount > 60 ? 5 : 7;
        const frame = Math.min(Math.floor(time), frameCount - 1);
        for (let agent = 0; agent < agentCount; agent++) {
            const place = placeAt(time, agent);
            if (!place) continue;
            const p = toScreen(place);
            c.strokeStyle = c.fillStyle = shades[agent];
            c.globalAlpha = 0.5;
            c.lineWidth = 1.3;
            c.beginPath();
            let last = null;
            for (let back = Math.max(0, frame - 4 * trailFrames); back <= frame; back++) {
                const there = placeAt(back, agent);
                if (!there) {
                    last = null;
                    continue;
                }
                const q = toScreen(there);
                if (last && Math.abs(there.x - last.x) < halfX * unitX && Math.abs(there.y - last.y) < halfY * unitY) c.lineTo(q.x, q.y);
                else c.moveTo(q.x, q.y);
                last = there;
            }
            if (last && Math.abs(place.x - last.x) < halfX * unitX && Math.abs(place.y - last.y) < halfY * unitY) c.lineTo(p.x, p.y);
            c.stroke();
            c.globalAlpha = 1;
            if (body * view.scale > 2) ring(c, p, body * view.scale);
            drawAgent(c, p, headingOf(frame, agent), size);
            if (p.x >= 0 && p.y >= 0 && p.x < width && p.y < height) drawn++;
        }
        return drawn;
    }

    // Pixel by pixel: without a graphics card a canvas draws some 2,000 shapes in the time of 20,000 dots.
    function drawDots(c) {
        pixels.fill(0);
        let drawn = 0;
        const frame = Math.min(Math.floor(time), frameCount - 1);
        const ax = unitX * view.scale, bx = (minX - view.x) * view.scale + width / 2;
        const ay = -unitY * view.scale, by = height / 2 - (minY - view.y) * view.scale;
        for (let back = Math.min(trailFrames, frame); back > 0; back--) {
            const alpha = Math.round(90 * (1 - back / (trailFrames + 1))) << 24;
            const from = 2 * (frame - back) * agentCount;
            for (let agent = 0; agent < agentCount; agent++) {
                const qx = places[from + 2 * agent];
                if (qx === nowhere) continue;
                const x = qx * ax + bx | 0, y = places[from + 2 * agent + 1] * ay + by | 0;
                if (x >= 0 && y >= 0 && x < width && y < height) pixels[y * width + x] = alpha | shadeWords[agent];
            }
        }
        const from = 2 * frame * agentCount, share = time - frame;
        const to = frame + 1 < frameCount ? from + 2 * agentCount : from;
        const before = frame > 0 ? from - 2 * agentCount : from;
        for (let agent = 0; agent < agentCount; agent++) {
            const i = from + 2 * agent, j = to + 2 * agent;
            let qx = places[i], qy = places[i + 1];
            if (qx === nowhere) continue;
            let dx = places[j] - qx, dy = places[j + 1] - qy;
            if (places[j] === nowhere || Math.abs(dx) >= halfX || Math.abs(dy) >= halfY) dx = dy = 0;
            qx += dx * share;
            qy += dy * share;
            const x = qx * ax + bx | 0, y = qy * ay + by | 0;
            if (x < 1 || y < 1 || x >= width - 2 || y >= height - 2) continue;
            drawn++;
            const word = 0xff000000 | shadeWords[agent], at = y * width + x;
            pixels[at] = pixels[at + 1] = pixels[at + width] = pixels[at + width + 1] = word;
            // Two pixels beside the dot show its orientation, or the direction of its motion.
            let wayX = dx, wayY = dy;
            if (wayX === 0 && wayY === 0) {
                wayX = places[i] - places[before + 2 * agent];
                wayY = places[i + 1] - places[before + 2 * agent + 1];
            }
            wayX *= ax;
            wayY *= ay;
            if (orientations) {
                const facing = orientationOf(frame, agent);
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
        c.putImageData(image, 0, 0);
        return drawn;
    }

    // ---- the agent that is chosen

    const neighbourStages = ["separation", "alignment", "cohesion", "avoid_neighbours", "orca"];
    // Forces that are a desired velocity less the velocity.
    const desiring = ["seek", "flee", "arrive", "pursue", "evade", "offset_pursue", "interpose", "path_follow", "retarget_wander"];
    const forceStages = run.stages.filter(stage => columnOf.has(`${stage.name} force x`));
    const stageNamed = name => run.stages.find(stage => stage.name === name);
    const arrowColours = ["series-2", "series-3", "series-4", "series-5"];
    const arrowPixels = 70;

    // The magnitude of an arrow of 70 pixels: the greatest of the run, so that arrows of different frames compare.
    function greatest(prefixes) {
        let most = 0;
        for (const [prefix, x, y] of prefixes)
            for (let frame = 0; frame < frameCount; frame++)
                for (const agent of run.detailed) {
                    const v = vector(frame, agent, prefix, x, y);
                    if (v) most = Math.max(most, Math.hypot(v.x, v.y));
                }
        return most || 1;
    }
    const mostSpeed = greatest([["velocity", "_x", "_y"]]);
    const mostForce = greatest([["steering force", " x", " y"]]);

    const times = (v, factor) => ({ x: v.x * factor, y: v.y * factor });
    const limited = v => times(v, Math.min(1, 2 * arrowPixels / Math.hypot(v.x, v.y)));

    function drawChosen(c) {
        c.clearRect(0, 0, width, height);
        const frame = Math.min(Math.round(time), frameCount - 1);
        const agent = chosen;
        const place = agent < 0 ? null : placeAt(time, agent);
        if (!place) return;
        const p = toScreen(place);
        c.lineWidth = 1.5;
        c.strokeStyle = colour("text");
        ring(c, p, 9);
        drawTargets(c, frame, agent, p);
        drawWander(c, frame, agent, place);
        drawApproach(c, frame, agent, place);
        drawNeighbours(c, agent, place);
        const velocity = vector(frame, agent, "velocity");
        if (velocity) arrow(c, p, times(velocity, arrowPixels / mostSpeed), "series-1", [], 4);
        forceStages.forEach((stage, i) => {
            const force = vector(frame, agent, `${stage.name} force`, " x", " y");
            if (!force) return;
            arrow(c, p, limited(times(force, arrowPixels / mostForce)), arrowColours[i % arrowColours.length], forceStages.length > 1 ? [5, 3] : []);
            if (velocity && desiring.includes(stage.name) && stage.parameters.weight > 0)
                arrow(c, p, limited(times({ x: velocity.x + force.x / stage.parameters.weight, y: velocity.y + force.y / stage.parameters.weight }, arrowPixels / mostSpeed)), "series-1", [2, 3]);
        });
        const steering = vector(frame, agent, "steering force", " x", " y");
        if (steering) arrow(c, p, times(steering, arrowPixels / mostForce), "text");
    }

    function drawTargets(c, frame, agent, p) {
        c.strokeStyle = colour("soft");
        c.setLineDash([3, 4]);
        const lineTo = q => {
            c.beginPath();
            c.moveTo(p.x, p.y);
            c.lineTo(q.x, q.y);
            c.stroke();
        };
        const target = vector(frame, agent, "target");
        if (target) lineTo(toScreen(target));
        for (const column of ["target_agent", "other_agent"]) {
            const slot = value(frame, agent, column);
            const other = agentOfSlot ? agentOfSlot.get(slot) : slot;
            const there = other >= 0 && other < agentCount ? placeAt(time, other) : null;
            if (there) lineTo(toScreen(there));
        }
        c.setLineDash([]);
    }

    function drawWander(c, frame, agent, place) {
        const wander = stageNamed("wander"), angle = value(frame, agent, "wander_angle");
        const velocity = vector(frame, agent, "velocity");
        if (!wander || angle === undefined || !velocity) return;
        const speed = Math.hypot(velocity.x, velocity.y) || 1;
        const { circle_distance: ahead, circle_radius: radius } = wander.parameters;
        const centre = { x: place.x + velocity.x / speed * ahead, y: place.y + velocity.y / speed * ahead };
        const turn = wander.parameters.frame === "heading" ? Math.atan2(velocity.y, velocity.x) : 0;
        const end = { x: centre.x + radius * Math.cos(angle + turn), y: centre.y + radius * Math.sin(angle + turn) };
        c.strokeStyle = c.fillStyle = colour("series-2");
        c.lineWidth = 1.2;
        const q = toScreen(end);
        ring(c, toScreen(centre), radius * view.scale);
        c.beginPath();
        c.arc(q.x, q.y, 3, 0, 7);
        c.fill();
    }

    // Directions that approach chooses from, at the length of its step.
    function drawApproach(c, frame, agent, place) {
        const approach = stageNamed("approach"), walk = vector(frame, agent, "walk");
        const target = vector(frame, agent, "target");
        if (!approach || !walk || !target) return;
        const dx = target.x - place.x, dy = target.y - place.y, distance = Math.hypot(dx, dy);
        const { aggro_radius: aggro, max_fov: most } = approach.parameters;
        const half = most * Math.min(distance, aggro) / aggro / 2;
        const p = toScreen(place), q = toScreen(walk), towards = Math.atan2(-dy, dx);
        c.fillStyle = c.strokeStyle = colour("series-2");
        c.globalAlpha = 0.25;
        c.beginPath();
        c.moveTo(p.x, p.y);
        c.arc(p.x, p.y, Math.hypot(q.x - p.x, q.y - p.y), towards - half, towards + half);
        c.fill();
        c.globalAlpha = 1;
        cross(c, q, 4);
    }

    function neighboursOf(agent, place, radius) {
        const found = [];
        const wide = 2 * halfX * unitX, high = 2 * halfY * unitY;
        for (let other = 0; other < agentCount; other++) {
            const there = other === agent ? null : placeAt(time, other);
            if (!there) continue;
            let dx = Math.abs(there.x - place.x), dy = Math.abs(there.y - place.y);
            if (run.wraps) {
                dx = Math.min(dx, wide - dx);
                dy = Math.min(dy, high - dy);
            }
            if (dx * dx + dy * dy < radius * radius) found.push(there);
        }
        return found;
    }
    function neighbourRadius() {
        const radii = run.stages.filter(stage => neighbourStages.includes(stage.name)).map(stage => stage.parameters.radius || 0);
        return Math.max(0, ...radii);
    }
    function drawNeighbours(c, agent, place) {
        const radius = neighbourRadius();
        if (radius === 0) return;
        c.strokeStyle = colour("series-4");
        c.lineWidth = 1.2;
        c.setLineDash([4, 3]);
        ring(c, toScreen(place), radius * view.scale);
        c.setLineDash([]);
        for (const there of neighboursOf(agent, place, radius)) ring(c, toScreen(there), 6);
    }

    // ---- words

    const cell = (kind, text) => {
        const element = document.createElement(kind);
        element.textContent = text;
        return element;
    };

    function showValues() {
        const table = byId("values");
        table.replaceChildren();
        if (chosen < 0) return;
        const frame = Math.min(Math.round(time), frameCount - 1), place = placeAt(time, chosen);
        const row = (name, text) => {
            const line = table.insertRow();
            const head = cell("th", name);
            head.scope = "row";
            line.append(head, cell("td", text));
        };
        row("agent", `${run.ids[chosen]}`);
        row("position", place ? `${shorten(place.x)}, ${shorten(place.y)}` : "outside the plane");
        const velocity = vector(frame, chosen, "velocity");
        if (velocity) row("speed", `${shorten(Math.hypot(velocity.x, velocity.y))} m/s`);
        const seen = new Set();
        for (const name of run.columns) {
            const pair = name.match(/^(.*[_ ])x$/);
            if (pair && columnOf.has(pair[1] + "y")) {
                const v = vector(frame, chosen, pair[1], "x", "y");
                seen.add(pair[1] + "y");
                const length = name.endsWith(" x") && v ? ` (${shorten(Math.hypot(v.x, v.y))} N)` : "";
                if (v) row(pair[1].slice(0, -1), `${shorten(v.x)}, ${shorten(v.y)}${length}`);
            } else if (!seen.has(name)) {
                const v = value(frame, chosen, name);
                if (v !== undefined) row(name, shorten(v));
            }
        }
        const radius = neighbourRadius();
        if (radius > 0 && place) row(`others within ${shorten(radius)} m`, `${neighboursOf(chosen, place, radius).length}`);
    }

    function showLegend() {
        const legend = byId("legend");
        legend.replaceChildren();
        const hint = byId("hint");
        hint.textContent = "Click an agent, or type its id, for its numbers and forces.";
        if (detailOf.size < agentCount) hint.textContent += ` They are kept of ${detailOf.size} agents, which have a ring; of the others the place.`;
        if (chosen < 0) return;
        const entry = (name, dashes, text) => {
            const line = document.createElement("span");
            line.innerHTML = `<svg width=28 height=8 aria-hidden=true><path d="M0 4H28" stroke="var(--${name})" stroke-width=2 stroke-dasharray="${dashes}"/></svg>`;
            line.append(text);
            legend.append(line);
        };
        if (!detailOf.has(chosen)) return;
        if (columnOf.has("velocity_x")) entry("series-1", "", `velocity (${arrowPixels} pixels: ${shorten(mostSpeed)} m/s)`);
        if (forceStages.some(stage => desiring.includes(stage.name))) entry("series-1", "2 3", "desired velocity");
        forceStages.forEach((stage, i) => entry(arrowColours[i % arrowColours.length], forceStages.length > 1 ? "5 3" : "", `force of ${stage.name}`));
        if (columnOf.has("steering force x")) entry("text", "", `steering force (${arrowPixels} pixels: ${shorten(mostForce)} N)`);
        if (stageNamed("wander")) entry("series-2", "", "wander's circle and its point");
        if (stageNamed("approach")) entry("series-2", "", "approach's choices and its walk-to point");
        if (neighbourRadius() > 0) entry("series-4", "4 3", "how far it sees others");
    }

    // Rings around those whose numbers are kept, where they are a part.
    function drawDetailed(c) {
        if (detailOf.size === agentCount) return;
        c.strokeStyle = colour("soft");
        c.lineWidth = 1;
        for (const agent of run.detailed) {
            const place = placeAt(time, agent);
            if (place) ring(c, toScreen(place), 5);
        }
    }

    // ---- time

    let playing = false, last = 0, spent = 0, frames = 0;
    const speed = byId("speed"), slider = byId("frame");
    const framesPerSecond = frameCount > 1 ? (frameCount - 1) / ((run.ticks[frameCount - 1] - run.ticks[0]) * run.dt) : 1;
    // A run that would be over in a moment, or last for minutes, takes half a minute at speed 1.
    const seconds = (frameCount - 1) / framesPerSecond;
    const pace = seconds > 60 || seconds < 2 ? (frameCount - 1) / 30 : framesPerSecond;

    function draw() {
        if (image === null) return;
        const start = performance.now();
        if (groundNow() !== ground) drawGround();
        const c = agentsLayer.getContext("2d");
        if (few) c.clearRect(0, 0, width, height);
        const drawn = few ? drawArrows(c) : drawDots(c);
        const o = overlay.getContext("2d");
        drawChosen(o);
        drawDetailed(o);
        spent += performance.now() - start;
        frames++;
        const frame = frameNow(), tick = run.ticks[frame];
        slider.value = frame;
        const words = `${(tick * run.dt).toFixed(2)} s, tick ${tick} of ${run.ticks[frameCount - 1]}`;
        byId("time").textContent = words;
        slider.setAttribute("aria-valuetext", words);
        player.dataset.tick = tick;
        player.dataset.drawn = drawn;
        player.dataset.walls = ground.walls.length;
        player.dataset.milliseconds = (spent / frames).toFixed(1);
        showValues();
    }
    function drawAll() {
        if (image === null) return;
        drawGround();
        draw();
    }

    function step(now) {
        if (!playing) return;
        // A first frame's time may lie before the moment of play().
        time += Math.max(0, Math.min(now - last, 250)) / 1000 * pace * Number(speed.value);
        last = Math.max(now, last);
        if (time >= frameCount - 1) {
            time = frameCount - 1;
            play(false);
        }
        draw();
        if (playing) requestAnimationFrame(step);
    }
    function play(on) {
        if (on === playing) return;
        playing = on;
        byId("play").textContent = on ? "Pause" : "Play";
        byId("play").setAttribute("aria-pressed", on);
        if (!on) return;
        if (time >= frameCount - 1) time = 0;
        last = performance.now();
        requestAnimationFrame(step);
    }
    function go(frame) {
        play(false);
        time = Math.max(0, Math.min(frame, frameCount - 1));
        draw();
    }
    function choose(agent) {
        chosen = agent;
        byId("agent").value = agent < 0 ? "" : run.ids[agent];
        showLegend();
        draw();
    }

    // ---- controls

    slider.max = frameCount - 1;
    slider.addEventListener("input", () => go(Number(slider.value)));
    byId("play").addEventListener("click", () => play(!playing));
    byId("zoom_in").addEventListener("click", () => zoom(1.5));
    byId("zoom_out").addEventListener("click", () => zoom(1 / 1.5));
    byId("fit").addEventListener("click", () => {
        fit();
        drawAll();
    });
    byId("choose").addEventListener("submit", event => {
        event.preventDefault();
        const text = byId("agent").value;
        const agent = agentOfId.get(Number(text));
        choose(agent === undefined || text === "" ? -1 : agent);
        if (agent === undefined && text !== "") byId("hint").textContent = `Agent ${text} is not in this page.`;
    });
    document.addEventListener("keydown", event => {
        if (event.target.matches("input, select, button") || event.ctrlKey || event.metaKey || event.altKey) return;
        const far = event.target === overlay ? 40 / view.scale : 0;
        const keys = {
            " ": () => play(!playing), "+": () => zoom(1.5), "=": () => zoom(1.5), "-": () => zoom(1 / 1.5), Escape: () => choose(-1),
            ",": () => go(Math.floor(time) - 1), ".": () => go(Math.floor(time) + 1),
            ...(far > 0 && { ArrowLeft: () => pan(-far, 0), ArrowRight: () => pan(far, 0), ArrowUp: () => pan(0, far), ArrowDown: () => pan(0, -far) }),
        };
        if (!keys[event.key]) return;
        event.preventDefault();
        keys[event.key]();
    });
    function pan(dx, dy) {
        view.x += dx;
        view.y += dy;
        drawAll();
    }

    followPointers(overlay, {
        pan: (dx, dy) => pan(-dx / view.scale, dy / view.scale),
        zoom,
        click: at => choose(nearest(at)),
    });

    // The nearest agent to a click; one whose numbers are kept from further away.
    function nearest(at) {
        let best = -1, least = 1;
        for (let agent = 0; agent < agentCount; agent++) {
            const place = placeAt(time, agent);
            if (!place) continue;
            const p = toScreen(place), reach = detailOf.has(agent) ? 20 : 10;
            const far = Math.hypot(p.x - at.x, p.y - at.y) / reach;
            if (far < least) {
                least = far;
                best = agent;
            }
        }
        return best;
    }

    // ---- start

    // #tick=120&agent=5 opens the page at a moment, so that a link can name it.
    function follow() {
        const wanted = new URLSearchParams(location.hash.slice(1));
        const agent = agentOfId.get(Number(wanted.get("agent")));
        if (wanted.has("agent") && agent !== undefined) choose(agent);
        if (!wanted.has("tick")) return false;
        const tick = Number(wanted.get("tick"));
        const later = run.ticks.findIndex(one => one >= tick);
        go(later < 0 ? frameCount - 1 : later);
        return true;
    }
    dark.addEventListener("change", () => {
        mixColours();
        drawAll();
    });
    addEventListener("resize", resize);
    addEventListener("hashchange", follow);
    mixColours();
    showLegend();
    resize();
    if (!follow() && frameCount > 1 && !matchMedia("(prefers-reduced-motion: reduce)").matches) play(true);
})();

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

const neighbourStages = ["separation", "alignment", "cohesion", "avoid_neighbours", "orca"];
// Forces that are a desired velocity less the velocity.
const desiring = ["seek", "flee", "arrive", "pursue", "evade", "offset_pursue", "interpose", "path_follow",
    "retarget_wander"];
const stageColours = ["series-2", "series-3", "series-4", "series-5"];
const longestArrow = 60;  // pixels

/// How far an agent sees others; 0 if it does not.
function neighbourRadius(run) {
    const stages = run.stages.filter(stage => neighbourStages.includes(stage.name));
    return Math.max(0, ...stages.map(stage => stage.parameters.radius || 0));
}

/// The vectors of an agent that have arrows: the force of each stage, the steering force and the velocity. `most`: the
/// magnitude of the longest arrow, which is the greatest of the run, so that arrows of different frames compare.
function arrowsOf(run, agent) {
    const mostForce = run.greatest(agent, "steering force", " x", " y") || 1;
    const mostSpeed = run.greatest(agent, "velocity") || 1;
    const force = { axes: [" x", " y"], unit: "N", most: mostForce, thick: 2 };
    const speed = { axes: ["_x", "_y"], unit: "m/s", most: mostSpeed, thick: 3 };
    const stages = run.stages.filter(stage => run.columnOf.has(`${stage.name} force x`));
    const arrows = stages.map(({ name }, i) =>
        ({ label: name, name: `${name} force`, colour: stageColours[i % stageColours.length], ...force }));
    if (run.columnOf.has("steering force x"))
        arrows.push({ label: "steering force", name: "steering force", colour: "text", ...force });
    if (run.columnOf.has("velocity_x"))
        arrows.push({ label: "velocity", name: "velocity", colour: "series-1", ...speed });
    return arrows;
}

/// A vector of a length in [0, 1], by the square root: a weak force beside a strong one is seen. The force of a stage
/// can exceed `most`, which is that of the steering force.
function scaled({ x, y }, most) {
    const size = Math.hypot(x, y), k = size > 0 ? Math.min(1, Math.sqrt(size / most)) / size : 0;
    return { x: x * k, y: y * k };
}

/// Marks the chosen agent: its targets, the agents that it sees, and its arrows. Numbers are of the nearest frame.
function drawChosen(c, viewport, run, frame, agent, arrows) {
    const place = run.placeAt(frame, agent), whole = Math.round(frame);
    if (!place) return;
    const p = viewport.toScreen(place), { scale } = viewport.camera, toScreen = q => viewport.toScreen(q);
    drawTargets(c, toScreen, run, frame, agent, p);
    drawWander(c, toScreen, scale, run, whole, agent, place);
    drawApproach(c, toScreen, run, whole, agent, place);
    drawNeighbours(c, toScreen, scale, run, frame, agent);
    const velocity = run.vector(whole, agent, "velocity");
    for (const { name, axes, most, colour: ink, thick } of [...arrows].reverse()) {
        const v = run.vector(whole, agent, name, ...axes);
        if (!v) continue;
        const shown = scaled(v, most);
        arrow(c, p, { x: shown.x * longestArrow, y: shown.y * longestArrow }, ink, [], thick);
        const stage = run.stageNamed(name.replace(/ force$/, "")), weight = stage?.parameters.weight;
        if (!velocity || !desiring.includes(stage?.name) || !(weight > 0)) continue;
        const desired = scaled({ x: velocity.x + v.x / weight, y: velocity.y + v.y / weight }, arrows.at(-1).most);
        arrow(c, p, { x: desired.x * longestArrow, y: desired.y * longestArrow }, "series-1", [2, 3]);
    }
}

function drawTargets(c, toScreen, run, frame, agent, p) {
    const whole = Math.round(frame), ends = [run.vector(whole, agent, "target")];
    for (const column of ["target_agent", "other_agent"]) {
        const slot = run.value(whole, agent, column), other = run.agentOfSlot ? run.agentOfSlot.get(slot) : slot;
        if (other >= 0 && other < run.agentCount) ends.push(run.placeAt(frame, other));
    }
    c.lineWidth = 1.5;
    c.strokeStyle = colour("soft");
    c.setLineDash([3, 4]);
    for (const end of ends) {
        if (!end) continue;
        const q = toScreen(end);
        c.beginPath();
        c.moveTo(p.x, p.y);
        c.lineTo(q.x, q.y);
        c.stroke();
    }
    c.setLineDash([]);
}

function drawWander(c, toScreen, scale, run, whole, agent, place) {
    const wander = run.stageNamed("wander"), angle = run.value(whole, agent, "wander_angle");
    const velocity = run.vector(whole, agent, "velocity");
    if (!wander || angle === undefined || !velocity) return;
    const speed = Math.hypot(velocity.x, velocity.y) || 1;
    const { circle_distance: ahead, circle_radius: radius } = wander.parameters;
    const centre = { x: place.x + velocity.x / speed * ahead, y: place.y + velocity.y / speed * ahead };
    const turn = wander.parameters.frame === "heading" ? Math.atan2(velocity.y, velocity.x) : 0;
    const end = { x: centre.x + radius * Math.cos(angle + turn), y: centre.y + radius * Math.sin(angle + turn) };
    c.strokeStyle = c.fillStyle = colour("series-2");
    c.lineWidth = 1.2;
    const q = toScreen(end);
    ring(c, toScreen(centre), radius * scale);
    c.beginPath();
    c.arc(q.x, q.y, 3, 0, 7);
    c.fill();
}

// Directions that approach chooses from, at the length of its step.
function drawApproach(c, toScreen, run, whole, agent, place) {
    const approach = run.stageNamed("approach"), walk = run.vector(whole, agent, "walk");
    const target = run.vector(whole, agent, "target");
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

function drawNeighbours(c, toScreen, scale, run, frame, agent) {
    const radius = neighbourRadius(run);
    if (radius === 0) return;
    c.strokeStyle = colour("series-4");
    c.lineWidth = 1.2;
    c.setLineDash([4, 3]);
    ring(c, toScreen(run.placeAt(frame, agent)), radius * scale);
    c.setLineDash([]);
    const size = run.bodyRadius > 0 ? Math.min(6, run.bodyRadius * scale + 1.5) : 6;
    c.lineWidth = 1;
    for (const there of run.placesWithin(frame, agent, radius)) ring(c, toScreen(there), size);
}

/// Entries for the marks in the picture, each a line of that colour with dashes.
function legendOf(run) {
    const entries = [];
    const add = (ink, dashes, text) => {
        const line = make("span");
        line.innerHTML = `<svg width=28 height=8 aria-hidden=true>` +
            `<path d="M0 4H28" stroke="var(--${ink})" stroke-width=2 stroke-dasharray="${dashes}"/></svg>`;
        line.append(text);
        entries.push(line);
    };
    if (run.columnOf.has("velocity_x") && run.stages.some(stage => desiring.includes(stage.name)))
        add("series-1", "2 3", "desired velocity");
    if (run.stageNamed("wander")) add("series-2", "", "wander's circle and its point");
    if (run.stageNamed("approach")) add("series-2", "", "approach's choices and its walk-to point");
    if (neighbourRadius(run) > 0) add("series-4", "4 3", `how far it sees others: ${shorten(neighbourRadius(run))} m`);
    return entries;
}

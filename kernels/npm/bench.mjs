// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// node bench.mjs PACKAGE [AGENTS]: nanoseconds an agent and tick, one tick a call, of wend (PACKAGE is the folder of its
// node.js), of loops over typed arrays, and of yuka where it is installed (npm install yuka). The rounds of all are
// interleaved; medians. Results of a loop are compared with wend before it is timed.
import { pathToFileURL } from "node:url";
import { resolve } from "node:path";

const [folder, count = "8192"] = process.argv.slice(2);
const agents = Number(count);
if (!folder || !(agents > 0)) {
    console.error("usage: node bench.mjs PACKAGE [AGENTS]");
    process.exit(2);
}
const { load, Clock } = await import(pathToFileURL(resolve(folder, "node.js")));
const yuka = await import("yuka").catch(() => null);
if (!yuka) console.log("yuka is not installed, and left out: npm install yuka");

const dt = 1 / 60, maxForce = 20, maxSpeed = 6, rounds = 41, least = 0.01;
const locomotion = { locomotion: { max_force: maxForce, max_speed: maxSpeed, mass: 1 } };
const wend = await load();

/// The start of all: places in a square of 100 m, at rest for seek, with all headings for wander.
const place = (i, k) => ((Math.imul(i + 1, k) >>> 0) / 2 ** 32) * 100;
const start = {
    position_x: i => place(i, 0x9e3779b1),
    position_y: i => place(i, 0x85ebca6b),
    velocity_x: i => Math.cos(i),
    velocity_y: i => Math.sin(i),
    target_x: i => place(i, 0xc2b2ae35),
    target_y: i => place(i, 0x27d4eb2f),
    wander_angle: i => (i % 6) - 3,
};
const filled = (make, names) => Object.fromEntries(names.map(name => {
    const array = make(name);
    for (let i = 0; i < agents; i++) array[i] = start[name](i);
    return [name, array];
}));

function truncate(s, i, forceX, forceY) {
    const squared = forceX * forceX + forceY * forceY;
    if (squared > maxForce * maxForce) {
        const k = maxForce / Math.sqrt(squared);
        forceX *= k;
        forceY *= k;
    }
    let x = s.velocity_x[i] + forceX * dt, y = s.velocity_y[i] + forceY * dt;
    const speed = x * x + y * y;
    if (speed > maxSpeed * maxSpeed) {
        const k = maxSpeed / Math.sqrt(speed);
        x *= k;
        y *= k;
    }
    s.velocity_x[i] = x;
    s.velocity_y[i] = y;
    s.position_x[i] += x * dt;
    s.position_y[i] += y * dt;
}
function seekLoop(s) {
    for (let i = 0; i < agents; i++) {
        const x = s.target_x[i] - s.position_x[i], y = s.target_y[i] - s.position_y[i];
        const length = Math.sqrt(x * x + y * y), k = length > 0 ? maxSpeed / length : 0;
        truncate(s, i, x * k - s.velocity_x[i], y * k - s.velocity_y[i]);
    }
}
/// Draws by a hash of agent and tick: any order, as wend's. `sine`, `cosine`: Math's, or polynomials.
const wanderLoop = (cosine, sine) => (s, tick) => {
    for (let i = 0; i < agents; i++) {
        const x = s.velocity_x[i], y = s.velocity_y[i], angle = s.wander_angle[i];
        const length = Math.sqrt(x * x + y * y), k = length > 0 ? 10 / length : 0;
        truncate(s, i, x * k + 5 * cosine(angle), y * k + 5 * sine(angle));
        let hash = Math.imul(i ^ Math.imul(tick, 0x9e3779b1), 0x85ebca6b);
        hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
        s.wander_angle[i] = angle + ((hash ^ (hash >>> 16)) / 2 ** 32) * 1;
    }
};
const turn = 2 * Math.PI;
function polynomialSine(angle) {
    const half = 0.5 * (angle - turn * Math.floor(angle * (1 / turn) + 0.5)), h = half * half;
    const s = half + half * h * (-0.166656807 + h * (8.31236597e-3 + h * -1.8492181e-4));
    return 2 * s * (1 + h * (-0.499935627 + h * (4.15070653e-2 + h * -1.27575197e-3)));
}
const polynomialCosine = angle => polynomialSine(angle + Math.PI / 2);

function wendRow(stages, isa) {
    const program = wend.program([...stages, locomotion]), clock = new Clock({ dt, seed: 7 });
    const names = program.streams.filter(({ use }) => use !== "output").map(({ name }) => name);
    const view = wend.view(filled(() => wend.allocate(Float32Array, agents), names));
    return { name: `wend, ${isa}`, tick: () => program.run(view, { ...clock.next(), isa }), streams: view.streams, hash: () => program.stateHash(view).toString(16).padStart(16, "0") };
}
function loopRow(name, loop, names) {
    const streams = filled(() => new Float32Array(agents), names);
    let tick = 0;
    return { name, tick: () => loop(streams, tick++), streams };
}
function yukaRow(behaviour) {
    const vehicles = Array.from({ length: agents }, (_, i) => {
        const vehicle = new yuka.Vehicle();
        vehicle.position.set(start.position_x(i), 0, start.position_y(i));
        vehicle.velocity.set(start.velocity_x(i), 0, start.velocity_y(i));
        Object.assign(vehicle, { maxForce, maxSpeed, mass: 1 });
        vehicle.steering.add(behaviour(i));
        return vehicle;
    });
    return { name: "yuka", tick: () => vehicles.forEach(vehicle => vehicle.update(dt)) };
}

const moving = ["position_x", "position_y", "velocity_x", "velocity_y"];
const kernels = {
    seek: () => [
        ...wend.isas.map(isa => wendRow([{ seek: {} }], isa)),
        loopRow("typed arrays", seekLoop, [...moving, "target_x", "target_y"]),
        ...(yuka ? [yukaRow(i => new yuka.SeekBehavior(new yuka.Vector3(start.target_x(i), 0, start.target_y(i))))] : []),
    ],
    wander: () => [
        ...wend.isas.map(isa => wendRow([{ wander: {} }], isa)),
        loopRow("typed arrays", wanderLoop(Math.cos, Math.sin), [...moving, "wander_angle"]),
        loopRow("typed arrays, polynomials", wanderLoop(polynomialCosine, polynomialSine), [...moving, "wander_angle"]),
        ...(yuka ? [yukaRow(() => new yuka.WanderBehavior(5, 10, 1))] : []),
    ],
};

const median = values => values.sort((a, b) => a - b)[values.length >> 1];
let wrong = 0;
for (const [kernel, make] of Object.entries(kernels)) {
    const rows = make();
    for (let tick = 0; tick < 64; tick++) rows.forEach(row => row.tick());
    const best = rows[wend.isas.length - 1];
    for (const row of rows.filter(({ hash }) => hash)) row.checked = row.hash();
    if (rows.slice(0, wend.isas.length).some(row => row.checked !== rows[0].checked)) wrong++, console.log(`${kernel}: instruction sets differ`);
    for (const row of rows.filter(({ name }) => name.startsWith("typed")))
        if (kernel === "seek") {
            const apart = Math.max(...best.streams.position_x.map((x, i) => Math.hypot(x - row.streams.position_x[i], best.streams.position_y[i] - row.streams.position_y[i])));
            if (!(apart < 0.01)) wrong++, console.log(`seek: the loop is ${apart} m away from wend`);
        } else if (row.streams.velocity_x.some((x, i) => !(Math.hypot(x, row.streams.velocity_y[i]) < maxSpeed * 1.001))) wrong++, console.log(`${kernel}: the loop's speeds are wrong`);
    for (const row of rows) row.times = [];
    for (let round = 0; round < rounds; round++)
        for (const row of rows) {
            const begin = performance.now();
            let ticks = 0, now;
            do {
                row.tick();
                ticks++;
                now = performance.now();
            } while (now - begin < least * 1000);
            row.times.push(((now - begin) * 1e6) / ticks / agents);
        }
    console.log(`\n${kernel}, ${agents} agents, one tick a call, ${rounds} rounds`);
    for (const row of rows) {
        const ratios = row.times.map((time, i) => time / best.times[i]);
        console.log(`  ${row.name.padEnd(28)}${median([...row.times]).toFixed(2).padStart(8)} ns  ${median(ratios).toFixed(2).padStart(7)} times wend's  ${row.checked ?? ""}`);
    }
}
process.exit(wrong ? 1 : 0);

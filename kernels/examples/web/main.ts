// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// 100,000 entities of bitECS that wend steers and three.js draws. The components are arrays in wend's memory: wend writes
// them in place, and three.js uploads them from there.
import { addComponent, addEntity, createWorld, query } from "bitecs";
import { BufferAttribute, BufferGeometry, DynamicDrawUsage, OrthographicCamera, Points, Scene, ShaderMaterial, WebGLRenderer } from "three";
import { Clock, load } from "wend";

const count = 100_000, half = 100;  // metres from the middle to the edge

// A slot is an entity's number. These begin with 1: no entity has slot 0.
const wend = await load();
const column = () => wend.allocate(Float32Array, count + 1);
const Position = { x: column(), y: column() }, Velocity = { x: column(), y: column() }, Target = { x: column(), y: column() };
const program = wend.program([
    { arrive: { slowing_radius: 4 } },
    { wander: { weight: 0.5 } },
    { locomotion: { max_force: 20, max_speed: 6, mass: 1 } },
]);
const agents = program.zeros(count + 1, {
    position_x: Position.x, position_y: Position.y, velocity_x: Velocity.x, velocity_y: Velocity.y,
    target_x: Target.x, target_y: Target.y,
});
const clock = new Clock({ dt: 1 / 60, seed: 7 });

const somewhere = () => (2 * Math.random() - 1) * half;
const world = createWorld();
for (let i = 0; i < count; i++) {
    const entity = addEntity(world);
    for (const component of [Position, Velocity, Target]) addComponent(world, entity, component);
    for (const { x, y } of [Position, Target]) {
        x[entity] = somewhere();
        y[entity] = somewhere();
    }
}

/// A system in JavaScript: entities that are near their targets get others.
function retarget() {
    for (const entity of query(world, [Position, Target])) {
        const x = Target.x[entity]! - Position.x[entity]!, y = Target.y[entity]! - Position.y[entity]!;
        if (x * x + y * y > 4) continue;
        Target.x[entity] = somewhere();
        Target.y[entity] = somewhere();
    }
}

const attributes = { x: new BufferAttribute(Position.x, 1), y: new BufferAttribute(Position.y, 1) };
const geometry = new BufferGeometry();
for (const [name, attribute] of Object.entries(attributes)) geometry.setAttribute(name, attribute.setUsage(DynamicDrawUsage));
geometry.setDrawRange(1, count);
const material = new ShaderMaterial({
    vertexShader: `
        attribute float x, y;
        void main() {
            gl_Position = projectionMatrix * viewMatrix * vec4(x, y, 0.0, 1.0);
            gl_PointSize = 1.5;
        }`,
    fragmentShader: "void main() { gl_FragColor = vec4(0.5, 0.8, 1.0, 1.0); }",
});
const points = new Points(geometry, material);
points.frustumCulled = false;  // there is no attribute "position" to cull by
const scene = new Scene(), camera = new OrthographicCamera(-half, half, half, -half, -1, 1);
scene.add(points);
const renderer = new WebGLRenderer(), side = Math.min(innerWidth, innerHeight);
renderer.setSize(side, side);
document.body.append(renderer.domElement);

const status = document.querySelector("#status")!;
renderer.setAnimationLoop(() => {
    const start = performance.now();
    retarget();
    const { faults } = program.run(agents, clock.next());
    const took = performance.now() - start;
    attributes.x.needsUpdate = attributes.y.needsUpdate = true;
    renderer.render(scene, camera);
    status.textContent = `tick ${clock.tick}: ${renderer.info.render.points} agents, ${faults} faults, ${took.toFixed(1)} ms`;
});

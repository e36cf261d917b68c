// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Rectangles of the plane.

/// A rectangle that grows around points.
export class Box {
    constructor() {
        Object.assign(this, { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity });
    }
    add(x, y) {
        if (!Number.isFinite(x) || !Number.isFinite(y)) return;
        this.minX = Math.min(this.minX, x);
        this.maxX = Math.max(this.maxX, x);
        this.minY = Math.min(this.minY, y);
        this.maxY = Math.max(this.maxY, y);
    }
    static of(paths) {
        const box = new Box();
        for (const path of paths) for (let i = 0; i < path.length; i += 2) box.add(path[i], path[i + 1]);
        return box;
    }
    get diagonal() {
        return Math.hypot(this.maxX - this.minX, this.maxY - this.minY);
    }
}

/// A box around everything that a world draws.
export function boxOfWorld(world) {
    const box = new Box(), add = (x, y) => box.add(x, y);
    const { ground } = world.scenario, { position_x: xs, position_y: ys } = world.streams;
    for (let i = 0; i < world.count; i++) add(xs[i], ys[i]);
    const radius = world.valueOf("path_follow", "radius") ?? world.valueOf("corridor_follow", "radius") ?? 0;
    for (const path of ground.paths)
        for (let i = 0; i < path.length; i += 2)
            for (const side of [-radius, radius]) add(path[i] + side, path[i + 1] + side);
    for (const [x, y] of world.targets()) add(x, y);
    const area = world.area();
    if (area) {
        add(area[0], area[1]);
        add(area[2], area[3]);
    }
    for (const [x0, y0, x1, y1] of ground.walls) {
        add(x0, y0);
        add(x1, y1);
    }
    for (const [x, y] of ground.discs) add(x, y);
    if (box.minX > box.maxX) [[-1, -1], [1, 1]].forEach(corner => add(...corner));
    return box;
}

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// The part of the plane that a page shows. Shared by pages that draw agents in the plane.

/// The middle of what is shown, and pixels a metre.
class Camera {
    constructor() {
        Object.assign(this, { x: 0, y: 0, scale: 1 });
        this.fitted = true;  // until it is moved or zoomed
    }
    /// Shows a box in a place of that many pixels.
    fit({ minX, minY, maxX, maxY }, width, height) {
        this.fitted = true;
        this.x = (minX + maxX) / 2;
        this.y = (minY + maxY) / 2;
        this.scale = Math.max(1e-9, Math.min((width - 36) / (maxX - minX || 1), (height - 60) / (maxY - minY || 1)));
    }
    /// Keeps the place that many pixels beside the middle where it is.
    zoom(factor, dx = 0, dy = 0) {
        this.fitted = false;
        const change = 1 / this.scale - 1 / (this.scale * factor);
        this.x += dx * change;
        this.y -= dy * change;
        this.scale *= factor;
    }
    pan(dx, dy) {
        this.fitted = false;
        this.x -= dx / this.scale;
        this.y += dy / this.scale;
    }
}

/// Canvases of one size, parts of which are covered: `inset`, in pixels from each side.
class Viewport {
    constructor(camera) {
        Object.assign(this, { camera, width: 0, height: 0, inset: { top: 0, right: 0, bottom: 0 } });
    }
    /// The middle of the part that nothing covers.
    get middle() {
        const { top, right, bottom } = this.inset;
        return { x: (this.width - right) / 2, y: (this.height - bottom + top) / 2 };
    }
    get freeWidth() {
        return Math.max(80, this.width - this.inset.right);
    }
    get freeHeight() {
        return Math.max(80, this.height - this.inset.top - this.inset.bottom);
    }
    toScreen({ x, y }) {
        const { middle, camera } = this;
        return { x: (x - camera.x) * camera.scale + middle.x, y: middle.y - (y - camera.y) * camera.scale };
    }
    toWorld({ x, y }) {
        const { middle, camera } = this;
        return { x: (x - middle.x) / camera.scale + camera.x, y: (middle.y - y) / camera.scale + camera.y };
    }
}

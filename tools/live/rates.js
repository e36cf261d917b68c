// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Frames, ticks and agents a second of a page that plays.

export class Rates {
    begin(now) {
        Object.assign(this, { since: now, frames: 0, ticks: 0, milliseconds: 0 });
    }
    /// A frame with so many ticks, which took that long.
    add(ticks, milliseconds) {
        this.frames++;
        this.ticks += ticks;
        this.milliseconds += milliseconds;
    }
    /// Shows those of the last second and returns true, once a second. `agents`: of all sides.
    show(now, agents) {
        const seconds = (now - this.since) / 1000;
        if (seconds < 1) return false;
        byId("rate").textContent = `${(this.frames / seconds).toFixed(0)} frames/s, ${(this.ticks / seconds).toFixed(0)} ticks/s`;
        const rate = agents * this.ticks / (this.milliseconds / 1000);
        byId("throughput").textContent = this.ticks === 0 ? "" : `${(rate / 1e6).toPrecision(3)} million agents/s, one tick each`;
        this.begin(now);
        return true;
    }
}

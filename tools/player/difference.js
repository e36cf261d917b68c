// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

/// Whether two runs have the same state of an agent at a frame of each, as far as their pages record it. Each page has
/// places in steps of its own; forces follow from the state.
function isSame([a, frameA, agentA], [b, frameB, agentB]) {
    const p = a.placeAt(frameA, agentA), q = b.placeAt(frameB, agentB);
    if (!p || !q) return !p === !q;
    if (Math.abs(p.x - q.x) > a.unitX + b.unitX || Math.abs(p.y - q.y) > a.unitY + b.unitY) return false;
    for (const column of a.columns) {
        if (/ force [xy]$/.test(column)) continue;
        const u = a.value(frameA, agentA, column), v = b.value(frameB, agentB, column);
        if (u !== undefined && v !== undefined && u !== v && !Object.is(u, v)) return false;
    }
    return true;
}

/// A sentence on the first tick at which two runs differ.
function differenceOf(a, b) {
    if (a.dt !== b.dt) return `Their ticks last ${shorten(a.dt)} s and ${shorten(b.dt)} s.`;
    const agents = a.ids.map((id, agent) => [agent, b.agentOfId.get(id)]).filter(([, other]) => other !== undefined);
    const frameOfTick = new Map(b.ticks.map((tick, frame) => [tick, frame]));
    let before = null;
    for (const [frame, tick] of a.ticks.entries()) {
        const other = frameOfTick.get(tick);
        if (other === undefined) continue;
        const found = agents.find(([agentA, agentB]) => !isSame([a, frame, agentA], [b, other, agentB]));
        if (found) {
            const gap = before !== null && before < tick - 1 ? `; the last equal frame is tick ${before}` : "";
            return `They first differ at tick ${tick}, agent ${a.ids[found[0]]}${gap}.`;
        }
        before = tick;
    }
    if (agents.length === 0 || before === null) return "They have no agent and tick in common.";
    return `They do not differ up to tick ${before}.`;
}

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

const fourDigits = x => shorten(Number(x.toPrecision(4)));

/// The numbers of one agent in a table, a column a run: vectors with an arrow, forces first.
class NumbersTable {
    constructor(table) {
        Object.assign(this, { table, cells: [] });
    }
    /// `sides`: for each run { run, agent, arrows }, and `mark`, a coloured square for the head of its column.
    choose(sides) {
        this.cells = [];
        this.table.replaceChildren();
        if (sides.length > 1) {
            const head = this.table.createTHead().insertRow();
            head.append(make("td"), ...sides.map(({ mark }) => {
                const cell = make("th", { scope: "col" });
                cell.append(mark());
                return cell;
            }));
        }
        const body = this.table.createTBody();
        const columns = sides.map(side => new Map(side.agent < 0 ? [] : readersOf(side)));
        for (const name of new Set(columns.flatMap(column => [...column.keys()]))) {
            const row = body.insertRow();
            row.append(make("th", { scope: "row", textContent: name.replaceAll("_", " ") }));
            columns.forEach((column, i) => this.#addCell(row.insertCell(), column.get(name), i));
        }
    }
    #addCell(cell, reader, side) {
        if (!reader) return;
        const text = document.createTextNode(""), size = make("span");
        cell.append(text);
        if (reader.arrow) {
            const ink = `var(--${reader.arrow.colour})`;
            cell.insertAdjacentHTML("beforeend", `<svg width=26 height=26 viewBox="-13 -13 26 26" aria-hidden=true>` +
                `<path stroke="${ink}" stroke-width=2 /><path fill="${ink}" d="M2 0L-5 4L-5 -4Z"/></svg>`);
            reader.svg = cell.lastChild;
            cell.append(size);
        }
        this.cells.push({ text, size, reader, side });
    }
    /// `frames`: of each run.
    show(frames) {
        for (const { text, size, reader: { text: read, vector, arrow, svg }, side } of this.cells) {
            text.data = read(frames[side]);
            if (!arrow) continue;
            const v = vector(frames[side]);
            size.textContent = `${fourDigits(Math.hypot(v.x, v.y))} ${arrow.unit}`;
            drawSmallArrow(svg, scaled(v, arrow.most));
        }
    }
}

/// About the middle of its box; of a length in [0, 1].
function drawSmallArrow(svg, { x, y }) {
    const size = Math.hypot(x, y), k = size > 0 ? (3 + 8 * size) / size : 0;
    const u = (x * k).toFixed(1), v = (-y * k).toFixed(1), [line, head] = svg.children;
    line.setAttribute("d", `M${-u} ${-v}L${u} ${v}`);
    head.setAttribute("transform", `translate(${u} ${v}) rotate(${(-Math.atan2(y, x) * 180 / Math.PI).toFixed(1)})`);
    svg.style.visibility = size > 0 ? "visible" : "hidden";
}

/// Pairs of a name and { text(frame), vector(frame), arrow }.
function readersOf({ run, agent, arrows }) {
    const readers = [], pair = v => `${fourDigits(v.x)}, ${fourDigits(v.y)}`, taken = new Set();
    const whole = read => frame => read(Math.round(frame));
    const kept = run.detailOf.has(agent);
    for (const one of kept ? arrows : []) {
        const vector = whole(frame => run.vector(frame, agent, one.name, ...one.axes));
        one.axes.forEach(axis => taken.add(one.name + axis));
        readers.push([one.label, { text: frame => pair(vector(frame)), vector, arrow: one }]);
    }
    const placeText = frame => {
        const place = run.placeAt(frame, agent);
        return place ? `${shorten(place.x)}, ${shorten(place.y)}` : "outside the plane";
    };
    readers.push(["position (m)", { text: placeText }]);
    for (const name of kept ? run.columns : []) {
        if (taken.has(name)) continue;
        const prefix = name.replace(/_x$/, ""), y = `${prefix}_y`;
        if (prefix !== name && run.columnOf.has(y)) {
            taken.add(y);
            readers.push([prefix, { text: whole(frame => pair(run.vector(frame, agent, prefix))) }]);
        } else readers.push([name, { text: whole(frame => fourDigits(run.value(frame, agent, name))) }]);
    }
    const radius = neighbourRadius(run);
    const count = frame => `${run.placesWithin(frame, agent, radius).length}`;
    if (radius > 0) readers.push([`others within ${shorten(radius)}\u00a0m`, { text: count }]);
    return readers;
}

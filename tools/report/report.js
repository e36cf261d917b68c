// The table of all rows: sorted by its heads, filtered by words. #filter=seek opens the page filtered.
"use strict";
(() => {
    const table = document.getElementById("rows"), body = table.tBodies[0];
    const filter = document.getElementById("filter"), count = document.getElementById("count");
    const rows = [...body.rows];

    function show() {
        const words = filter.value.toLowerCase().split(/\s+/).filter(word => word);
        let shown = 0;
        for (const row of rows) {
            const text = row.textContent.toLowerCase();
            row.hidden = !words.every(word => text.includes(word));
            if (!row.hidden) shown++;
        }
        count.textContent = `${shown} of ${rows.length} rows`;
    }

    function sort(head, column) {
        const down = head.getAttribute("aria-sort") === "ascending";
        for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
        head.setAttribute("aria-sort", down ? "descending" : "ascending");
        const key = row => {
            const text = row.cells[column].textContent;
            return { text, number: parseFloat(text) };
        };
        const words = head.dataset.words !== undefined;
        rows.sort((a, b) => {
            const [x, y] = [key(a), key(b)];
            if (!words && Number.isNaN(x.number) !== Number.isNaN(y.number)) return Number.isNaN(x.number) ? 1 : -1;
            const order = words ? x.text.localeCompare(y.text) : x.number - y.number || 0;
            return down ? -order : order;
        });
        body.append(...rows);
    }

    [...table.tHead.rows[0].cells].forEach((head, column) => head.querySelector("button").addEventListener("click", () => sort(head, column)));
    filter.addEventListener("input", show);
    const wanted = new URLSearchParams(location.hash.slice(1));
    if (wanted.has("filter")) filter.value = wanted.get("filter");
    if (wanted.has("sort")) table.tHead.rows[0].cells[Number(wanted.get("sort"))]?.querySelector("button").click();
    show();
})();

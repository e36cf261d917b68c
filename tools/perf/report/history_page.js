// The pictures of series, filtered by words of their benchmarks' names. #search=seek opens the page filtered.
"use strict";
(() => {
    const search = document.getElementById("search"), count = document.getElementById("count");
    const figures = [...document.querySelectorAll("figure")];
    const parts = [...document.querySelectorAll(".group, .folded")];
    const opened = new Set(parts.filter(part => part.open));

    function show() {
        const words = search.value.toLowerCase().split(/\s+/).filter(word => word);
        for (const figure of figures) {
            const names = figure.dataset.names.toLowerCase().split(" ");
            figure.hidden = words.length > 0 && !names.some(name => words.every(word => name.includes(word)));
        }
        for (const part of parts) {
            part.hidden = part.querySelector("figure:not([hidden])") === null;
            part.open = words.length > 0 ? !part.hidden : opened.has(part);
        }
        count.textContent = `${figures.filter(figure => !figure.hidden).length} of ${figures.length} pictures`;
    }

    function follow() {
        const wanted = new URLSearchParams(location.hash.slice(1)).get("search");
        if (wanted === null) return;
        search.value = wanted;
        show();
        search.scrollIntoView();
    }

    search.addEventListener("input", show);
    addEventListener("hashchange", follow);
    show();
    follow();
})();

// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// The places of one or two panes in the window, and what the bar and the panel cover of them.

const barHeight = 56, gap = 12;

/// Two panes lie side by side, in a window that is higher than wide one below the other. Panels cover the last pane: at its
/// right side, or in a `narrow` window at its bottom.
export function placePanes(panes, window, panel, narrow) {
    const width = window.clientWidth, height = window.clientHeight, open = !panel.hidden, two = panes.length === 2;
    const right = open && !narrow ? panel.offsetWidth + gap : 0, bottom = open && narrow ? panel.offsetHeight : 0;
    const stacked = two && width < height, [first, last] = [panes[0], panes.at(-1)];
    document.body.classList.toggle("closed", !open);
    document.body.classList.toggle("stacked", stacked);
    const top = narrow && !two ? barHeight + 40 : barHeight;  // a narrow window has the figures at its top
    const place = (pane, x, y, wide, tall, inset) => {
        Object.assign(pane.element.style, { left: `${x}px`, top: `${y}px`, width: `${wide}px`, height: `${tall}px` });
        pane.inset = inset;
        pane.resize();
    };
    if (!two) place(first, 0, 0, width, height, { top, right, bottom });
    else if (stacked) {
        const free = Math.floor((height - bottom + top) / 2);
        place(first, 0, 0, width, free, { top, right: 0, bottom: 0 });
        place(last, 0, free, width, height - free, { top: 0, right: 0, bottom });
    } else {
        const free = Math.floor((width - right) / 2);
        place(first, 0, 0, free, height, { top, right: 0, bottom });
        place(last, free, 0, width - free, height, { top, right, bottom });
    }
}

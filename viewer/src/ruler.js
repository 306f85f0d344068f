// ruler.js - the scale above the rows of the timeline: milliseconds, and the range
// that is selected.
//
// By the clock the marks are at round times. By steps time does not pass evenly: a
// mark says what time it is there, and where it stands still there is none.

import { duration, timeAt } from './time.js';
import { eventAt } from './scale.js';

const MARK_GAP = 84; // pixels between two marks, at least
const HEAD = 9; // pixels from the head of the current step to its time
const LOOK = 6; // pixels between two looks at the clock

/** 1, 2, 5, 10, 20, ...: the first that is not below. */
function roundStep(min) {
    const ten = 10 ** Math.floor(Math.log10(min));
    return [1, 2, 5, 10].find((n) => n * ten >= min) * ten;
}

// [{ x, text }] at round times.
function clockMarks(timeline, left) {
    const { positions } = timeline;
    const unit = 1000; // positions are microseconds
    const perPixel = (timeline.to - timeline.from) / timeline.plot / unit;
    const step = roundStep(Math.max(perPixel * MARK_GAP, 1e-3));
    const marks = [];
    const first = Math.ceil(timeline.from / unit / step) * step;
    for (let n = 0; ; n++) {
        const ms = first + n * step;
        const x = left + (ms * unit - timeline.from) / unit / perPixel;
        if (x > timeline.width || ms * unit > positions.at(-1))
            return marks;
        marks.push({ x, text: duration(Number(ms.toPrecision(12))) });
    }
}

// [{ x, text }] where the clock has gone on.
function stepMarks(timeline, left) {
    const { model, positions } = timeline;
    const marks = [];
    let last = '';
    let free = left;
    for (let x = left; x < timeline.width - 40; x += LOOK) {
        const k = eventAt(positions, timeline.positionAt(x));
        const text = duration(timeAt(model, k));
        if (text === last || x < free)
            continue;
        last = text;
        free = x + MARK_GAP;
        marks.push({ x: Math.max(left, timeline.xOf(k)), text });
    }
    return marks;
}

// The time of the current step, beside its head: { from, to, x, text }, or null if the
// step is out of view.
function headMark(timeline, c, left) {
    const { current, model, width } = timeline;
    const at = current === undefined ? -1 : timeline.xOf(current);
    if (at < left || at > width)
        return null;
    const text = duration(timeAt(model, current));
    const size = c.measureText(text).width;
    const x = at + HEAD + size + 4 > width ? at - HEAD - size : at + HEAD;
    return { from: Math.min(x, at - HEAD), to: Math.max(x + size, at + HEAD), x, text };
}

/** Draws the marks into a row of the canvas: those that the head leaves free. */
export function drawRuler(timeline, c, { left, top, height }) {
    const marks = timeline.options.byTime ? clockMarks(timeline, left) :
        stepMarks(timeline, left);
    const head = headMark(timeline, c, left);
    c.fillStyle = timeline.colour.muted;
    for (const { x, text } of marks) {
        c.globalAlpha = 0.5;
        c.fillRect(Math.round(x), top + height - 5, 1, 5);
        c.globalAlpha = 1;
        if (head === null || x + 4 > head.to + 4 ||
            x + 8 + c.measureText(text).width < head.from)
            c.fillText(text, x + 4, top + height / 2);
    }
    c.fillStyle = timeline.colour.accent;
    if (head !== null)
        c.fillText(head.text, head.x, top + height / 2);
}

/** The range: a faint band over all rows, with an edge at both sides. */
export function drawRange(timeline, c, { left, top, bottom }) {
    if (!timeline.range)
        return;
    const [from, to] = timeline.range.map((at) => Math.min(Math.max(left,
        left + (at - timeline.from) / (timeline.to - timeline.from) * timeline.plot),
        timeline.width));
    c.fillStyle = timeline.colour.accent;
    c.globalAlpha = 0.1;
    c.fillRect(from, top, to - from, bottom - top);
    c.globalAlpha = 0.9;
    c.fillRect(from, top, 1, bottom - top);
    c.fillRect(to - 1, top, 1, bottom - top);
    c.globalAlpha = 1;
}

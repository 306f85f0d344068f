// timeline.js - the canvas at the bottom: turns and phases, callbacks, ticks and
// microtasks, output, operations under way; to zoom and pan.
//
// A frame draws at most one rectangle per pixel and row: in a row that is zoomed
// out, the next slice to draw is found by bisection, beyond the pixel that was
// drawn last. So a frame costs the width of the window, not the length of the
// trace.

import { bisect } from './bisect.js';
import { chainOf, effectsOf, madeAt, runAt, threadName } from './model.js';
import { hueOf, nameOf } from './words.js';
import { eventAt, positionsOf } from './scale.js';
import { drawRange, drawRuler } from './ruler.js';
import { duration, isLong, tookOf } from './time.js';
import { beforeFrame, colours } from './dom.js';

const MAP = 16; // the height of the overview
const TIMES = 16; // the height of the ruler, in which a range is selected
const RULER = 16; // of the turns
const ROWS = { phase: 17, callback: 22, inner: 16, marks: 14 };
const WORKER_ROWS = { phase: 13, callback: 18, inner: 10 };
const THREAD_GAP = 5; // between the rows of two threads
const THREADS_MAX = 100; // with rows of their own: a canvas cannot be higher than that
const LANE = 9;
const LANES_MAX = 7;
const ARROWS_MAX = 24;
const ARROW_MIN = 9; // pixels from end to end
const FIRST_VIEW = 260; // steps of a long trace that are shown at first
const OUTSIDE = 300; // pixels beyond the edge that an arrow may go
const LETTER = 6.2; // about the width of one
const LEFT = 76; // of the rows' names
const CANVAS_COLOURS = ['main', 'timer', 'poll', 'check', 'close', 'tick', 'micro', 'dim',
    'ink', 'muted', 'line', 'paper', 'panel', 'accent', 'error'];

/** The first slice of the row that ends after a position. */
function firstAfter(row, positions, x) {
    return bisect(row.length, (n) => positions[row[n].end + 1] <= x);
}

// Intervals that overlap go to lanes, the first that is free; at most
// LANES_MOST, and what finds none is counted.
function packLanes(items, length) {
    const lanes = [];
    let left = 0;
    for (const item of items) {
        const to = item.to === Infinity ? length : item.to;
        let lane = lanes.find((other) => other.at(-1).end < item.from);
        if (lane === undefined && lanes.length < LANES_MAX)
            lanes.push(lane = []);
        if (lane === undefined)
            left++;
        else
            lane.push({ begin: item.from, end: Math.min(to, length - 1), item });
    }
    return { lanes, left };
}

// Phases, callbacks, ticks and microtasks. With several threads the first row has
// the name of its thread, and those of a worker are lower; a worker without ticks
// and microtasks has no row for them.
function rowsOfTrack(model, { track, title, mine }, top) {
    const isOne = model.tracks.length === 1;
    const heights = track === 0 ? ROWS : WORKER_ROWS;
    const rows = {};
    const add = (type, name, slices) => {
        rows[type] = { name, top, height: heights[type], slices, track,
            isTitle: !isOne && type === 'phase' };
        top += heights[type] + 3;
    };
    const inner = mine.filter((s) => s.type === 'tick' || s.type === 'microtask');
    add('phase', isOne ? 'phase' : title, mine.filter((s) => s.type === 'phase'));
    add('callback', isOne || track === 0 ? 'callback' : '',
        topLevel(mine.filter((s) => s.type === 'callback')));
    if (inner.length > 0 || track === 0)
        add('inner', isOne || track === 0 ? 'ticks, jobs' : '', inner);
    return { rows, top: top + (isOne ? 0 : THREAD_GAP) };
}

// What has rows: each thread; of very many the last ones together.
function groupsOf(model) {
    const slices = Map.groupBy(model.slices, (slice) => slice.track);
    const own = model.tracks.length > THREADS_MAX + 1 ?
        model.tracks.slice(0, THREADS_MAX) : model.tracks;
    const groups = own.map((track) => ({
        track, tracks: [track], mine: slices.get(track) ?? [],
        title: model.threads.get(track).given || threadName(model, track),
    }));
    const tracks = model.tracks.slice(own.length);
    if (tracks.length > 0)
        groups.push({ track: tracks[0], tracks, mine: model.slices.filter((slice) =>
            slice.track >= tracks[0]), title: `${tracks.length} more` });
    return groups;
}

// A callback inside of another one is drawn as part of it.
function topLevel(slices) {
    let end = -1;
    return slices.filter((slice) => {
        const outside = slice.begin > end;
        if (outside)
            end = slice.end;
        return outside;
    });
}

export class Timeline {
    constructor(canvas, { onSelect, onChoice, onHover, onRange }) {
        this.canvas = canvas;
        this.context = canvas.getContext('2d');
        this.onSelect = onSelect;
        this.onChoice = onChoice;
        this.onHover = onHover;
        this.onRange = onRange;
        this.range = null; // what is selected: two positions
        this.keys = new Set();
        this.options = { folded: true, byTime: false, onlyMine: false };
        this.frames = []; // how long the last frames took to draw
        this.listen();
        new ResizeObserver(() => this.resize()).observe(canvas);
    }

    load(model, queues) {
        this.model = model;
        this.turns = model.slices.filter((s) => s.type === 'turn' &&
            s.track === model.tracks[0]);
        this.storms = model.storms.map((storm) => ({
            ...storm, begin: storm.first.begin, end: storm.last.end,
        }));
        this.marks = [];
        model.events.forEach((event, k) => {
            if ((event.e === 'console' && !event.relay) || event.e === 'choice' ||
                event.e === 'throw')
                this.marks.push({ begin: k, end: k, event });
        });
        this.layRows(queues);
        this.place();
        this.from = 0;
        this.to = Math.min(this.length, FIRST_VIEW);
        this.range = null;
        this.selected = undefined;
        this.selectRun(null);
        this.resize();
    }

    layRows(queues) {
        let top = MAP + TIMES + RULER + 2;
        this.tracks = new Map();
        for (const group of groupsOf(this.model)) {
            const laid = rowsOfTrack(this.model, group, top);
            for (const track of group.tracks)
                this.tracks.set(track, laid.rows);
            top = laid.top;
        }
        this.rows = [...new Set(this.tracks.values())].flatMap(Object.values);
        const [, second] = this.tracks.values();
        this.shadeEnd = second === undefined ? Infinity : second.phase.top - 4;
        this.marksTop = top;
        top += ROWS.marks + 3;
        const waits = queues.items.filter((item) => item.queue === 'inflight' ||
            item.queue === 'ready' || item.queue === 'timers');
        this.lanes = packLanes(waits, this.model.events.length);
        this.lanesTop = top;
        this.shadeEnd = Math.min(this.shadeEnd, 1e4);
        this.height = top + Math.max(3, this.lanes.lanes.length) * (LANE + 2) + 12;
        this.canvas.style.height = `${this.height}px`;
    }

    /** After a change of the options: positions change, the view stays. */
    place() {
        this.positions = positionsOf(this.model, this.options);
        this.length = this.positions.at(-1);
    }

    setOptions(options) {
        const k = this.current ?? 0;
        const share = this.length ? (this.to - this.from) / this.length : 1;
        Object.assign(this.options, options);
        if (this.model === undefined)
            return;
        const range = this.range?.map((at) => eventAt(this.positions, at));
        this.place();
        this.range = range?.map((at, n) => this.positions[at + n]) ?? null;
        const span = Math.max(this.length * share, 4);
        this.view(this.positions[k] - span / 2, this.positions[k] + span / 2);
    }

    resize() {
        const ratio = devicePixelRatio || 1;
        this.width = this.canvas.clientWidth;
        this.canvas.width = Math.max(1, Math.round(this.width * ratio));
        this.canvas.height = Math.max(1, Math.round(this.canvas.clientHeight * ratio));
        this.draw();
    }

    // ---- The part that is shown ---------------------------------------------

    get plot() {
        return Math.max(1, this.width - LEFT);
    }

    view(from, to) {
        const span = Math.min(Math.max(to - from, 3), this.length);
        this.from = Math.min(Math.max(from, 0), this.length - span);
        this.to = this.from + span;
        this.draw();
    }

    zoom(factor, x = LEFT + this.plot / 2) {
        const at = this.positionAt(x);
        const span = (this.to - this.from) * factor;
        const share = (at - this.from) / (this.to - this.from);
        this.view(at - span * share, at + span * (1 - share));
    }

    pan(share) {
        const by = (this.to - this.from) * share;
        this.view(this.from + by, this.to + by);
    }

    fit() {
        this.view(0, this.length);
    }

    positionAt(x) {
        return this.from + (x - LEFT) / this.plot * (this.to - this.from);
    }

    xOf(k) {
        return LEFT + (this.positions[k] - this.from) / (this.to - this.from) *
            this.plot;
    }

    // An arrow ends not far outside of what is seen: of one that goes on for a
    // million pixels each dash would be drawn.
    nearX(k) {
        return Math.min(Math.max(this.xOf(k), LEFT - OUTSIDE), this.width + OUTSIDE);
    }

    /** Show event k, moving the view if it is outside. */
    show(k) {
        this.current = k;
        this.selectRun(runAt(this.model, k));
        const at = this.positions[k];
        const span = this.to - this.from;
        if (at < this.from + span * 0.04 || at > this.to - span * 0.08)
            this.view(at - span * 0.3, at + span * 0.7);
        this.scrollToRow(this.model.events[k].t ?? 0);
        this.draw();
    }

    // With many threads the rows do not fit: those of the current one are in view.
    scrollToRow(track) {
        const pane = this.canvas.parentElement;
        const rows = Object.values(this.tracks.get(track));
        const top = rows[0].top;
        const bottom = rows.at(-1).top + rows.at(-1).height + 20;
        beforeFrame(this, () => {
            if (pane.scrollHeight <= pane.clientHeight)
                return;
            if (track === this.model.tracks[0])
                pane.scrollTop = 0;
            else if (bottom > pane.scrollTop + pane.clientHeight)
                pane.scrollTop = bottom - pane.clientHeight;
            else if (top - MAP < pane.scrollTop)
                pane.scrollTop = top - MAP;
        });
    }

    // The arrows to draw: the chain of causes of a run, and what it led to.
    selectRun(run) {
        if (this.selected === run)
            return;
        this.selected = run;
        this.chain = run === null ? [] : chainOf(this.model, run, ARROWS_MAX);
        this.effects = run === null ? [] : effectsOf(this.model, run, ARROWS_MAX);
    }

    // ---- Drawing ------------------------------------------------------------

    draw() {
        if (this.asked || this.model === undefined || !(this.width > 0))
            return;
        this.asked = true;
        requestAnimationFrame(() => {
            this.asked = false;
            const began = performance.now();
            this.moveByKeys();
            this.drawFrame();
            this.frames.push(performance.now() - began);
            if (this.frames.length > 600)
                this.frames.shift();
        });
    }

    drawFrame() {
        const c = this.context;
        const ratio = devicePixelRatio || 1;
        this.colour ??= colours(CANVAS_COLOURS);
        c.setTransform(ratio, 0, 0, ratio, 0, 0);
        c.clearRect(0, 0, this.width, this.canvas.clientHeight);
        c.font = `11px ${getComputedStyle(this.canvas).fontFamily}`;
        c.textBaseline = 'middle';
        this.drawTurns(c);
        c.save();
        c.beginPath();
        c.rect(LEFT, MAP, this.plot, this.height);
        c.clip();
        this.drawThreads(c);
        for (const row of this.rows)
            this.drawRow(c, row);
        this.drawStorms(c);
        this.drawMarks(c);
        this.drawLanes(c);
        this.drawArrows(c);
        drawRange(this, c, { left: LEFT, top: MAP, bottom: this.height });
        this.drawHead(c);
        c.restore();
        drawRuler(this, c, { left: LEFT, top: MAP, height: TIMES });
        this.drawNames(c);
        this.drawMap(c);
    }

    /** The theme has changed. */
    repaint() {
        this.colour = undefined;
        this.draw();
    }

    // fn(slice, x, width) for what is in view, at most one per `least` pixels.
    eachVisible(row, min, fn) {
        const { positions } = this;
        const perPixel = (this.to - this.from) / this.plot;
        for (let n = firstAfter(row, positions, this.from); n < row.length;) {
            const slice = row[n];
            const x = this.xOf(slice.begin);
            if (x > this.width)
                return;
            const end = LEFT + (positions[slice.end + 1] - this.from) / perPixel;
            fn(slice, x, Math.max(end - x, min));
            const next = this.from + (Math.max(x, LEFT) + min - LEFT) * perPixel;
            n = end - x >= min ? n + 1 : Math.max(n + 1,
                firstAfter(row, positions, next));
        }
    }

    drawTurns(c) {
        let free = LEFT;
        c.fillStyle = this.colour.muted;
        this.eachVisible(this.turns, 2, (slice, x, w) => {
            const from = Math.max(x, LEFT);
            if (slice.id % 2 && w > 5) {
                c.globalAlpha = 0.07;
                c.fillRect(from, MAP + TIMES, x + w - from, this.shadeEnd - MAP - TIMES);
                c.globalAlpha = 1;
            }
            const text = w > 60 ? `turn ${slice.id}` : `${slice.id}`;
            const size = text.length * LETTER;
            if (from + 4 >= free && from + 4 + size < x + w + 4) {
                c.fillText(text, from + 4, MAP + TIMES + RULER / 2);
                free = from + size + 12;
            }
        });
    }

    isFaint(slice) {
        return (this.options.onlyMine && !slice.mine && slice.type !== 'phase') ||
            this.isAside(slice.track);
    }

    // With one thread chosen the others are faint.
    isAside(track) {
        return this.thread !== null && this.thread !== undefined &&
            this.thread !== track;
    }

    isOneBox(storm) {
        return storm?.quiet === true && this.options.folded && !this.options.byTime;
    }

    // Where a worker lives, and a line above each of them.
    drawThreads(c) {
        for (const [track, rows] of this.tracks) {
            if (track === 0)
                continue;
            const { steps } = this.model.threads.get(track);
            const all = Object.values(rows);
            const top = all[0].top - 3;
            const end = all.at(-1).top + all.at(-1).height + 2;
            const from = Math.max(LEFT, this.xOf(steps[0]));
            const to = Math.min(this.width, this.xOf(steps.at(-1) + 1));
            c.fillStyle = this.colour.muted;
            c.globalAlpha = 0.25;
            c.fillRect(LEFT, top - 2, this.plot, 0.5);
            c.globalAlpha = 0.06;
            if (to > from)
                c.fillRect(from, top, to - from, end - top);
            c.globalAlpha = 1;
        }
    }

    // Steps of the runtime that are folded are one box.
    drawRow(c, row) {
        let storm = null;
        this.eachVisible(row.slices, 1, (slice, left, width) => {
            const one = this.isOneBox(slice.storm);
            if (one && slice.storm === storm)
                return;
            storm = slice.storm;
            const x = one ? this.xOf(storm.first.begin) : left;
            const w = one ? Math.max(1, this.xOf(storm.last.end + 1) - x) : width;
            const phase = slice.type === 'phase';
            const empty = phase && slice.runs === 0;
            const selected = slice === this.selected ||
                (one && this.selected?.storm === storm);
            c.fillStyle = this.colour[hueOf(slice)];
            c.globalAlpha = empty ? 0.12 : phase ? (this.isAside(row.track) ? 0.14 : 0.34) :
                this.isFaint(slice) ? 0.22 : selected ? 1 : 0.78;
            const gap = w > 4 ? 1 : 0;
            if (w > 6 && c.roundRect) {
                c.beginPath();
                c.roundRect(x, row.top, w - gap, row.height, 2.5);
                c.fill();
            } else {
                c.fillRect(x, row.top, w - gap, row.height);
            }
            c.globalAlpha = 1;
            if (selected)
                this.outline(c, x, row, w);
            if (!phase && isLong(this.model, slice))
                this.drawLong(c, x, row, w);
            if (w > 26 && !empty && row.height > 11)
                this.label(c, slice, x, row, w, phase);
        });
    }

    // A folded storm has one label for all of it.
    drawStorms(c) {
        if (!this.options.folded || this.options.byTime)
            return;
        this.eachVisible(this.storms, 1, (storm, x, w) => {
            const text = `× ${storm.count.toLocaleString('en')}`;
            if (w < text.length * LETTER + 12)
                return;
            const row = this.rowOf(storm.first);
            const from = Math.max(x, LEFT) + 5;
            c.fillStyle = this.colour.panel;
            c.fillRect(from - 3, row.top + 1, text.length * LETTER + 6, row.height - 2);
            c.fillStyle = this.colour.ink;
            c.fillText(text, from, row.top + row.height / 2 + 0.5);
        });
    }

    outline(c, x, row, w) {
        c.strokeStyle = this.colour.ink;
        c.lineWidth = 1.5;
        c.strokeRect(x - 0.5, row.top - 0.5, Math.max(w, 3), row.height + 1);
    }

    // A line above what held the loop for long, in the colour of errors.
    drawLong(c, x, row, w) {
        c.fillStyle = this.colour.error;
        c.fillRect(x, row.top - 2, Math.max(w - 1, 3), 3);
    }

    label(c, slice, x, row, w, phase) {
        const from = Math.max(x, LEFT) + 4;
        const space = x + w - from - 4;
        const took = phase ? 0 : tookOf(this.model, slice);
        const text = slice.storm && this.options.folded ? '' :
            isLong(this.model, slice) ? `${duration(took)}  ${nameOf(this.model, slice)}` :
                nameOf(this.model, slice) + (took >= 1 ? `  ${duration(took)}` : '');
        const shown = fitText(c, text, space);
        c.fillStyle = phase ? this.colour.ink : this.colour.paper;
        if (shown)
            c.fillText(shown, from, row.top + row.height / 2 + 0.5);
    }

    drawMarks(c) {
        const y = this.marksTop + ROWS.marks / 2;
        this.eachVisible(this.marks, 3, (slice, x) => {
            const { event } = slice;
            c.fillStyle = event.e === 'throw' ? this.colour.error :
                event.e === 'choice' && event.k > 0 ? this.colour.accent : this.colour.ink;
            c.beginPath();
            if (event.e === 'choice') {
                c.moveTo(x, y - 4);
                c.lineTo(x + 4, y);
                c.lineTo(x, y + 4);
                c.lineTo(x - 4, y);
            } else {
                c.arc(x, y, event.fd === 2 || event.e === 'throw' ? 3 : 2.4, 0, 7);
            }
            c.globalAlpha = 0.8;
            c.fill();
            c.globalAlpha = 1;
        });
    }

    drawLanes(c) {
        this.lanes.lanes.forEach((lane, n) => {
            const top = this.lanesTop + n * (LANE + 2);
            this.eachVisible(lane, 1, (slice, x, w) => {
                const queue = slice.item.queue;
                c.fillStyle = this.colour[queue === 'timers' ? 'timer' : 'poll'];
                c.globalAlpha = queue === 'ready' ? 0.75 : 0.3;
                c.fillRect(x, top + (queue === 'timers' ? 3 : 0), w,
                    queue === 'timers' ? 3 : LANE);
            });
            c.globalAlpha = 1;
        });
    }

    rowOf(slice) {
        const rows = this.tracks.get(slice.track);
        return slice.type === 'callback' || slice.type === 'phase' ? rows[slice.type] :
            rows.inner;
    }

    drawArrows(c) {
        for (let n = 0; n + 1 < this.chain.length; n++)
            this.arrow(c, this.chain[n + 1],
                madeAt(this.model, this.chain[n], this.chain[n + 1]), this.chain[n],
                n === 0);
        for (const { made, run } of this.effects)
            this.arrow(c, this.selected, made, run, false, true);
    }

    arrow(c, from, made, to, strong, outward = false) {
        const a = this.rowOf(from);
        const b = this.rowOf(to);
        const x1 = this.nearX(made);
        const x2 = this.nearX(to.begin) + 1;
        if (Math.abs(x2 - x1) < ARROW_MIN)
            return; // all of it is beyond one edge, or a blot
        const y1 = a.top + a.height;
        const y2 = b.top + (outward || b.top > a.top ? 0 : b.height);
        const bend = Math.min(60, Math.max(14, Math.abs(x2 - x1) / 4));
        c.strokeStyle = outward ? this.colour.muted : this.colour.accent;
        c.fillStyle = c.strokeStyle;
        c.globalAlpha = strong ? 1 : 0.65;
        c.lineWidth = strong ? 1.8 : 1.2;
        c.setLineDash(outward ? [3, 3] : []);
        c.beginPath();
        c.moveTo(x1, y1);
        c.bezierCurveTo(x1 + bend, y1 + bend, x2 - bend, y2 + (b.top > a.top ? -bend :
            bend), x2, y2);
        c.stroke();
        c.setLineDash([]);
        c.beginPath();
        c.arc(x2, y2, 2.6, 0, 7);
        c.fill();
        c.globalAlpha = 1;
    }

    drawHead(c) {
        if (this.current === undefined)
            return;
        const x = Math.round(this.xOf(this.current)) + 0.5;
        c.strokeStyle = this.colour.accent;
        c.lineWidth = 1;
        c.beginPath();
        c.moveTo(x, MAP + 2);
        c.lineTo(x, this.height);
        c.stroke();
        c.fillStyle = this.colour.accent;
        c.beginPath();
        c.moveTo(x - 5, MAP + 2);
        c.lineTo(x + 5, MAP + 2);
        c.lineTo(x, MAP + 9);
        c.fill();
    }

    drawNames(c) {
        c.fillStyle = this.colour.muted;
        c.textAlign = 'right';
        for (const row of this.rows) {
            c.fillStyle = row.isTitle && !this.isAside(row.track) ? this.colour.ink :
                this.colour.muted;
            c.fillText(fitText(c, row.name, LEFT - 12), LEFT - 8,
                row.top + row.height / 2);
        }
        c.fillStyle = this.colour.muted;
        c.fillText('output', LEFT - 8, this.marksTop + ROWS.marks / 2);
        c.fillText('waiting', LEFT - 8, this.lanesTop + LANE / 2 + 1);
        c.textAlign = 'left';
    }

    // The overview: where code runs, and which part is shown.
    drawMap(c) {
        const row = this.mapRow();
        c.fillStyle = this.colour.muted;
        c.globalAlpha = 0.5;
        row.forEach((hue, x) => {
            if (hue === null)
                return;
            c.fillStyle = this.colour[hue];
            c.fillRect(LEFT + x, 3, 1, MAP - 6);
        });
        c.globalAlpha = 1;
        const from = LEFT + this.from / this.length * this.plot;
        const to = LEFT + this.to / this.length * this.plot;
        c.strokeStyle = this.colour.muted;
        c.lineWidth = 1;
        c.strokeRect(from + 0.5, 1.5, Math.max(3, to - from - 1), MAP - 3);
    }

    mapRow() {
        const key = `${this.plot} ${this.length}`;
        if (this.mapKey === key)
            return this.map;
        this.mapKey = key;
        this.map = new Array(Math.floor(this.plot)).fill(null);
        for (const run of this.model.runs) {
            const x = Math.floor(this.positions[run.begin] / this.length * this.plot);
            if (this.map[x] !== 'error' && (run.type === 'callback' || this.map[x] === null))
                this.map[x] = hueOf(run);
            if (isLong(this.model, run))
                this.map[x] = 'error';
        }
        return this.map;
    }

    // ---- Mouse, touch, keys -------------------------------------------------

    listen() {
        const on = (name, fn, options) => this.canvas.addEventListener(name,
            (event) => fn(event, this.pointOf(event)), options);
        this.pointers = new Map(); // that are down, and where
        on('wheel', (event, [x]) => this.wheel(event, x), { passive: false });
        on('pointerdown', (event, at) => this.press(event.pointerId, at, event.shiftKey));
        on('pointermove', (event, at) => {
            if (this.pointers.has(event.pointerId))
                this.drag(event.pointerId, at);
            else
                this.hover(...at);
        });
        on('pointerup', (event, at) => this.release(event.pointerId, at));
        on('pointercancel', (event) => this.pointers.delete(event.pointerId));
        on('pointerleave', () => this.onHover(null));
        on('dblclick', () => this.fit());
    }

    pointOf(event) {
        const box = this.canvas.getBoundingClientRect();
        return [event.clientX - box.left, event.clientY - box.top];
    }

    wheel(event, x) {
        event.preventDefault();
        if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY))
            this.pan((event.deltaX || event.deltaY) / this.plot);
        else
            this.zoom(Math.exp(event.deltaY * 0.0022), x);
    }

    press(id, at, isRange) {
        this.canvas.setPointerCapture(id);
        this.pointers.set(id, at);
        this.moved = 0;
        this.onMap = at[1] < MAP;
        this.ranging = !this.onMap && at[0] >= LEFT && (isRange || at[1] < MAP + TIMES) ?
            this.positionAt(at[0]) : null;
        if (this.onMap)
            this.jump(at[0]);
    }

    /** Select from one position to another; null selects nothing. */
    setRange(range) {
        this.range = range === null ? null : [Math.max(0, Math.min(...range)),
            Math.min(this.length, Math.max(...range))];
        this.draw();
        this.onRange(range === null ? null : [eventAt(this.positions, this.range[0]),
            eventAt(this.positions, this.range[1])]);
    }

    // A press without a move is a click.
    release(id, at) {
        const isHeld = this.pointers.delete(id);
        if (isHeld && this.moved < 4 && this.ranging !== null)
            this.setRange(null);
        if (isHeld && this.moved < 4 && !this.onMap)
            this.select(...at);
    }

    // One pointer pans, two zoom; in the overview one moves the view.
    drag(id, now) {
        const before = this.pointers.get(id);
        this.moved += Math.abs(now[0] - before[0]);
        const other = [...this.pointers].find(([key]) => key !== id)?.[1];
        if (this.onMap) {
            this.jump(now[0]);
        } else if (this.ranging !== null) {
            this.setRange([this.ranging, this.positionAt(Math.max(LEFT, now[0]))]);
        } else if (other !== undefined) {
            const was = Math.abs(before[0] - other[0]) || 1;
            this.zoom(was / (Math.abs(now[0] - other[0]) || 1), other[0]);
        } else {
            this.pan((before[0] - now[0]) / this.plot);
        }
        this.pointers.set(id, now);
    }

    jump(x) {
        const middle = (x - LEFT) / this.plot * this.length;
        const half = (this.to - this.from) / 2;
        this.view(middle - half, middle + half);
    }

    sliceUnder(x, y) {
        const row = this.rows.find((r) => y >= r.top - 1 && y <= r.top + r.height + 1);
        const list = row ? row.slices :
            y >= this.marksTop && y < this.marksTop + ROWS.marks ? this.marks : null;
        if (list === null || x < LEFT)
            return null;
        const slack = (this.to - this.from) / this.plot * 4;
        const found = list[firstAfter(list, this.positions, this.positionAt(x) - slack)];
        return found && this.xOf(found.begin) <= x + 4 ? found : null;
    }

    select(x, y) {
        const slice = this.sliceUnder(x, y);
        if (slice?.event?.e === 'choice')
            this.onChoice(slice.event);
        if (slice !== null)
            this.onSelect(slice.begin);
        else if (x > LEFT)
            this.onSelect(eventAt(this.positions, this.positionAt(x)));
    }

    hover(x, y) {
        const slice = this.model === undefined ? null : this.sliceUnder(x, y);
        this.onHover(slice, x, y);
    }

    /** W, A, S, D: a press moves the view, and holding one from frame to frame. */
    key(letter, down) {
        if (!'wasd'.includes(letter) || letter.length !== 1)
            return false;
        if (down && !this.keys.has(letter))
            this.move(letter, 3);
        if (down)
            this.keys.add(letter);
        else
            this.keys.delete(letter);
        this.lastMove = performance.now();
        this.draw();
        return true;
    }

    // One frame's worth of a key, times `amount`.
    move(letter, amount) {
        if (letter === 'w')
            this.zoom(Math.pow(0.955, amount), this.keyCentre());
        else if (letter === 's')
            this.zoom(Math.pow(1.047, amount), this.keyCentre());
        else
            this.pan((letter === 'a' ? -0.02 : 0.02) * amount);
    }

    moveByKeys() {
        if (this.keys.size === 0)
            return;
        const now = performance.now();
        const passed = Math.min(50, Math.max(8, now - this.lastMove)) / 16;
        this.lastMove = now;
        for (const letter of this.keys)
            this.move(letter, passed);
        setTimeout(() => this.draw());
    }

    keyCentre() {
        const x = this.current === undefined ? -1 : this.xOf(this.current);
        return x > LEFT && x < this.width ? x : undefined;
    }
}

function fitText(c, text, space) {
    if (c.measureText(text).width <= space)
        return text;
    const letters = Math.floor(space / LETTER) - 1;
    return letters > 2 ? `${text.slice(0, letters)}…` : '';
}

// ring.js - the loop as an orrery: phases are arcs of the outer orbit, ticks and
// microtasks are the two inner ones, drained after every callback, and what runs
// is in the middle. A body on the orbit marks where the loop is now.
//
// The drawing is made once per trace. A step only changes classes, a rotation and
// the dots of what waits, so that autoplay stays smooth.

import { enclosing, runAt, sliceAt } from './model.js';
import { hueOf, isInternalPhase, nameOf, originOf, phaseHue } from './words.js';
import { duration, timeAt } from './time.js';
import { draw } from './dom.js';

const OUTER = 178;
const TICKS = 112;
const MICRO = 88;
const SUN = 66;
const CORE = 118; // the width of a text in it
const CORE_MIN = 0.78; // of its size, if it is longer
const GAP = 2.2; // degrees between two arcs
const DOTS_MAX = 16;
const NEAR = 200; // steps further than this are jumps, without any motion

function point(radius, degrees) {
    const angle = (degrees - 90) * Math.PI / 180;
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
}

function arcPath(radius, from, to) {
    const [x1, y1] = point(radius, from);
    const [x2, y2] = point(radius, to);
    const large = to - from > 180 ? 1 : 0;
    return `M ${x1} ${y1} A ${radius} ${radius} 0 ${large} 1 ${x2} ${y2}`;
}

// A text on the lower half is written the other way round, so that it is
// never upside down.
function labelPath(radius, from, to) {
    const middle = (from + to) / 2 % 360;
    if (middle < 90 || middle > 270)
        return arcPath(radius, from - 20, to + 20);
    const [x1, y1] = point(radius, to + 20);
    const [x2, y2] = point(radius, from - 20);
    const large = to - from + 40 > 180 ? 1 : 0;
    return `M ${x1} ${y1} A ${radius} ${radius} 0 ${large} 0 ${x2} ${y2}`;
}

const isBelow = (from, to) => {
    const middle = (from + to) / 2 % 360;
    return middle >= 90 && middle <= 270;
};

// The graduation of an instrument: one mark every five degrees.
function dial() {
    let marks = '';
    for (let degrees = 0; degrees < 360; degrees += 5) {
        const [x1, y1] = point(OUTER - 34, degrees);
        const [x2, y2] = point(OUTER - (degrees % 30 ? 37 : 41), degrees);
        marks += `M ${x1} ${y1} L ${x2} ${y2} `;
    }
    return draw('path', { d: marks, class: 'dial' });
}

// The name of an inner orbit, below the middle, inside of its line.
function orbitLabel(text, hue, radius) {
    const id = `orbit-${text}`;
    return [draw('path', { id, d: labelPath(radius, 160, 200), class: 'rail' }),
        draw('text', { class: `orbit-name ${hue}` }, draw('textPath', {
            href: `#${id}`, startOffset: '50%', 'text-anchor': 'middle',
        }, text))];
}

const SIZE = 444; // of the drawing
const WEIGHTS = { timers: 1.2, pending: 0.55, poll: 1.5, idle: 0.3, prepare: 0.4 };

// Angles of the phases, the first of them centred at the top right.
function layOut(phases, weights) {
    const total = phases.reduce((sum, name) => sum + (weights[name] ?? 1), 0);
    let at = phases[0] === 'timers' ? -14 : -30;
    return phases.map((name) => {
        const size = 360 * (weights[name] ?? 1) / total;
        const arc = { name, from: at + GAP / 2, to: at + size - GAP / 2 };
        at += size;
        return arc;
    });
}

// The phase that a queue waits for: the first of these that the profile has.
const HOMES = {
    timers: ['timers', 'tasks', 'task'], immediates: ['check'],
    inflight: ['poll', 'tasks', 'task'], ready: ['poll', 'tasks', 'task'],
    closing: ['closing'], pending: ['pending'],
};

function queuesOf(arc, arcs) {
    return Object.keys(HOMES).filter((queue) => arc.name ===
        HOMES[queue].find((name) => arcs.some((other) => other.name === name)));
}

export class Ring {
    constructor(svg) {
        this.svg = svg;
        this.angle = 0;
        new ResizeObserver(() => this.measure()).observe(svg);
    }

    // Letters of a small ring are larger in proportion, so that they can be read.
    measure() {
        const { clientWidth, clientHeight } = this.svg;
        const units = SIZE / Math.max(1, Math.min(clientWidth, clientHeight));
        this.svg.style.setProperty('--grow', Math.min(1.6, Math.max(1, units * 0.85)));
    }

    /** Draw the phases of this trace. */
    load(model) {
        this.model = model;
        // Idle callbacks of a browser are the program's own.
        this.isBrowser = (model.header.profile ?? '').startsWith('browser');
        this.arcs = layOut(model.phases, this.isBrowser ? {} : WEIGHTS);
        for (const arc of this.arcs)
            arc.queues = queuesOf(arc, this.arcs);
        this.parts = new Map();
        this.live = new Map(); // the dots that are shown, by what they stand for
        this.dots = draw('g', { class: 'dots' });
        this.svg.replaceChildren(this.orbits(),
            ...this.arcs.map((arc) => this.phase(arc)), this.body(), this.dots,
            this.middle());
    }

    orbits() {
        return draw('g', {}, dial(),
            draw('circle', { r: OUTER, class: 'orbit' }),
            draw('circle', { r: TICKS, class: 'orbit inner hue-tick' }),
            draw('circle', { r: MICRO, class: 'orbit inner hue-micro' }),
            this.innerTrack = draw('circle', { r: TICKS, class: 'drain' }),
            ...orbitLabel('ticks', 'hue-tick', TICKS - 9),
            ...orbitLabel('microtasks', 'hue-micro', MICRO - 9));
    }

    phase(arc) {
        const minor = isInternalPhase(arc.name) && !this.isBrowser;
        const id = `phase-${arc.name.replace(/\W/g, '-')}`;
        const radius = OUTER + (isBelow(arc.from, arc.to) ? 25 : 15);
        const group = draw('g', {
            class: `phase hue-${phaseHue(arc.name)}${minor ? ' minor' : ''}`,
        }, draw('path', { d: arcPath(OUTER, arc.from, arc.to), class: 'arc' }));
        group.append(
            draw('path', { id, d: labelPath(radius, arc.from, arc.to), class: 'rail' }),
            draw('text', {}, draw('textPath', {
                href: `#${id}`, startOffset: '50%', 'text-anchor': 'middle',
            }, arc.name)));
        this.parts.set(arc.name, group);
        return group;
    }

    body() {
        this.planet = draw('g', { class: 'planet off' },
            draw('line', { y1: -SUN, y2: -OUTER, class: 'arm' }),
            draw('circle', { cy: -OUTER, r: 15, class: 'halo' }),
            draw('circle', { cy: -OUTER, r: 6.5, class: 'disc' }));
        this.moon = draw('g', { class: 'planet moon off' },
            draw('circle', { cy: -TICKS, r: 9, class: 'halo' }),
            draw('circle', { cy: -TICKS, r: 4.5, class: 'disc' }));
        return draw('g', {}, this.planet, this.moon);
    }

    middle() {
        this.sun = draw('circle', { r: SUN, class: 'sun' });
        this.lines = [-22, 2, 22, 40].map((y, n) =>
            draw('text', { y, class: `core core${n}`, 'text-anchor': 'middle' }));
        return draw('g', {}, this.sun, ...this.lines);
    }

    /** Show event k, with what waits then. */
    show(k, queues) {
        const slice = sliceAt(this.model, k);
        const phase = enclosing(slice, 'phase')?.phase;
        for (const { name, queues: own } of this.arcs) {
            const group = this.parts.get(name);
            group.classList.toggle('now', name === phase);
            group.classList.toggle('waits', own.some((q) => queues[q].length > 0));
        }
        this.turnTo(phase, slice);
        this.showRun(k);
        this.showDots(k, queues);
    }

    // The body goes round clockwise only, as the loop does, unless one steps back.
    turnTo(phase, slice) {
        const arc = this.arcs.find(({ name }) => name === phase);
        this.planet.classList.toggle('off', arc === undefined);
        if (arc === undefined)
            return;
        const back = this.lastBegin !== undefined && slice.begin < this.lastBegin;
        this.lastBegin = slice.begin;
        const target = (arc.from + arc.to) / 2;
        const turns = Math.round((this.angle - target) / 360);
        let angle = target + turns * 360;
        if (!back && angle < this.angle - 0.5)
            angle += 360;
        if (back && angle > this.angle + 0.5)
            angle -= 360;
        this.angle = angle;
        this.planet.style.transform = `rotate(${angle}deg)`;
        this.planet.setAttribute('class', `planet hue-${phaseHue(phase)}`);
    }

    showRun(k) {
        const model = this.model;
        const run = runAt(model, k);
        const inner = run?.type === 'tick' || run?.type === 'microtask';
        const radius = run?.type === 'microtask' ? MICRO : TICKS;
        this.moon.classList.toggle('off', !inner);
        this.innerTrack.setAttribute('class', `drain${inner ? ' now' : ''}` +
            ` hue-${run ? hueOf(run) : 'dim'}`);
        this.innerTrack.setAttribute('r', radius);
        for (const circle of this.moon.querySelectorAll('circle'))
            circle.setAttribute('cy', -radius);
        if (inner)
            this.moon.style.transform = `rotate(${run.n * 47 % 360}deg)`;
        this.moon.setAttribute('class', `planet moon hue-${run ? hueOf(run) : 'dim'}` +
            (inner ? '' : ' off'));
        this.sun.setAttribute('class', `sun hue-${run ? hueOf(run) : 'dim'}` +
            (run ? ' now' : ''));
        this.write(k, run);
    }

    write(k, run) {
        const event = this.model.events[k];
        const turn = enclosing(sliceAt(this.model, k), 'turn');
        const text = [
            turn ? `turn ${turn.id}` : 'before the loop',
            run ? nameOf(this.model, run).replace(/ \u2192.*/, '') : 'no code runs',
            run ? this.model.reading.short(originOf(this.model, run)) : '',
            duration(timeAt(this.model, k)),
        ];
        const thread = this.model.threads.get(event.t ?? 0);
        if (turn === null && thread.lastTurn >= 0 && thread.lastTurn < k)
            text[0] = 'after the loop';
        if (this.model.tracks.length > 1)
            text[0] = ofThread(thread.given || thread.name, text[0]);
        this.lines.forEach((line, n) => fit(line, text[n], n === 2 ? cutFront : cut));
    }

    // ---- What waits -----------------------------------------------------------
    //
    // A dot is born in the middle, where the code runs that scheduled it, goes to
    // its orbit, and comes back to the middle when it runs.

    showDots(k, queues) {
        const wanted = new Map();
        for (const arc of this.arcs)
            for (const queue of arc.queues)
                dotsOnArc(wanted, arc, queues[queue], queue);
        dotsOnOrbit(wanted, queues.ticks, TICKS, 'tick');
        dotsOnOrbit(wanted, queues.microtasks, MICRO, 'micro');
        const isNear = Math.abs(k - (this.lastShown ?? k)) < NEAR;
        this.lastShown = k;
        this.dots.classList.toggle('still', !isNear);
        for (const [key, dot] of this.live)
            if (!wanted.has(key))
                this.removeDot(key, dot, isNear);
        for (const [key, want] of wanted)
            this.placeDot(key, want);
    }

    // The style sheet says that a new one starts in the middle.
    placeDot(key, { x, y, r, hue }) {
        let dot = this.live.get(key);
        if (dot === undefined) {
            dot = draw('circle', { r });
            this.live.set(key, dot);
            this.dots.append(dot);
        }
        dot.setAttribute('class', `dot ${hue}`);
        dot.style.transform = `translate(${x}px, ${y}px)`;
    }

    removeDot(key, dot, isNear) {
        this.live.delete(key);
        if (!isNear) {
            dot.remove();
            return;
        }
        dot.style.transform = 'translate(0px, 0px)';
        dot.style.opacity = 0;
        setTimeout(() => dot.remove(), 500);
    }
}

const keyOf = ({ queue, id, from }) => `${queue === 'ready' ? 'inflight' : queue} ` +
    (queue === 'inflight' || queue === 'ready' ? id : `${id} ${from}`);

function dotsOnArc(wanted, arc, items, queue) {
    const radius = OUTER - (queue === 'ready' ? 26 : 15);
    const shown = Math.min(items.length, DOTS_MAX);
    const step = Math.min(6, (arc.to - arc.from) / (shown + 1));
    const from = (arc.from + arc.to) / 2 - step * (shown - 1) / 2;
    for (let n = 0; n < shown; n++) {
        const [x, y] = point(radius, from + n * step);
        wanted.set(keyOf(items[n]),
            { x, y, r: 3.8, hue: `hue-${phaseHue(arc.name)} ${queue}` });
    }
}

function dotsOnOrbit(wanted, items, radius, hue) {
    const shown = Math.min(items.length, 24);
    for (let n = 0; n < shown; n++) {
        const [x, y] = point(radius, n * 360 / Math.max(shown, 12));
        wanted.set(keyOf(items[n]), { x, y, r: 3, hue: `hue-${hue}` });
    }
}

// A text of the middle is as wide as its circle: a longer one is smaller, and what
// is too long for that is cut.
function fit(line, text, shorten) {
    line.style.fontSize = '';
    line.textContent = text;
    let wide = text === '' ? 0 : line.getComputedTextLength();
    if (wide <= CORE)
        return;
    const scale = Math.max(CORE_MIN, CORE / wide);
    line.style.fontSize = `${parseFloat(getComputedStyle(line).fontSize) * scale}px`;
    for (let n = text.length; n > 4 && wide * scale > CORE; ) {
        n = Math.min(n - 1, Math.ceil(n * CORE / (wide * scale)));
        line.textContent = shorten(text, n);
        wide = line.getComputedTextLength() / scale;
    }
}

// There is little space: the name of the thread may be cut, the turn not.
function ofThread(name, text) {
    const short = text === 'before the loop' ? 'start' :
        text === 'after the loop' ? 'end' : text;
    return `${cut(name, 18 - short.length)}, ${short}`;
}

function cut(text, max) {
    return text.length <= max ? text :
        `${text.slice(0, max - 1).replace(/[\s:,]+$/, '')}…`;
}

// Of a place the end is what one looks for.
function cutFront(text, max) {
    return text.length <= max ? text : `…${text.slice(1 - max)}`;
}

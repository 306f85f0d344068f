// app.js - ties the parts together: one number, the current step, and what
// changes it: buttons, keys, the slider, links, play.
//
// Every part has load(model) and show(k); none knows another. `window.orrery` is
// the same for tests and for the page of `orrery play`.

import { parseTrace, traceInPage } from './trace.js';
import { partsInPage, partsOf, readParts } from './parts.js';
import { baseName, buildModel, isMine, lastOfThread, nextStop, sliceAt } from './model.js';
import { buildQueues, queuesAt } from './queues.js';
import { eventWords, labelOf, nameOf, placeOf, whereOf } from './words.js';
import { forgetLines, sourceLine } from './sources.js';
import { choiceTip, otherWays } from './choices.js';
import { Ring } from './ring.js';
import { Timeline } from './timeline.js';
import { SourcePane } from './source.js';
import { WhyPane } from './why.js';
import { ConsolePane } from './console.js';
import { Cards } from './cards.js';
import { announce, Story } from './story.js';
import { Search } from './search.js';
import { SumsPane } from './sums.js';
import { pictureOf } from './picture.js';
import { Threads } from './threads.js';
import { duration, isLong, LONG_MS, timeAt, tookWords } from './time.js';
import { byId, copyText, keepItem, keptItem, make } from './dom.js';
import { listenToKeys } from './keys.js';

const GRAINS = [
    ['event', 'event', 'e'], ['microtask', 'microtask', 'm'],
    ['callback', 'callback', 'c'], ['phase', 'phase', 'p'], ['turn', 'turn', 't'],
    ['output', 'output', 'o'],
];
const HEADER_WORDS = {
    __proto__: null,
    node: 'In the order of Node 24', node18: 'In the order of Node 18',
    node10: 'In the order of Node 10', browser: 'In the order of a browser',
    uring: 'On this system, by io_uring: real time', epoll: 'On this system, by epoll: ' +
        'real time', sim: 'On the simulator: its clock moves when nothing can run',
    'not from the start': 'What was scheduled before the trace began is not in it',
};
const STEPS_OF_ANIMATION = 40;
const SPEEDS = [0.5, 1, 2, 4, 8, 16, 32, 64];

class App {
    constructor() {
        const onGo = (k) => this.jump(k);
        this.k = 0;
        this.grain = 'microtask';
        this.speed = 2;
        this.trail = []; // where jumps came from
        this.timer = 0;
        this.options = { folded: true, onlyMine: false, byTime: false };
        this.ring = new Ring(byId('ring'));
        this.cards = new Cards({
            corners: {
                'top left': byId('corner-1'), 'top right': byId('corner-2'),
                'bottom left': byId('corner-3'), 'bottom right': byId('corner-4'),
            },
            pane: byId('loop-pane'), ring: byId('ring'), onGo,
        });
        this.source = new SourcePane({
            title: byId('file'), code: byId('code'), stack: byId('stack'), onGo,
        });
        this.why = new WhyPane({
            reason: byId('reason'), chain: byId('chain'), effects: byId('effects'), onGo,
        });
        this.console = new ConsolePane({ list: byId('console'), onGo });
        this.story = new Story({ list: byId('story'), note: byId('story-note'), onGo });
        this.search = new Search();
        this.thread = null; // the one that is followed; null: all
        this.threads = new Threads({
            list: byId('threads'), onChoose: (track) => this.follow(track),
        });
        this.timeline = new Timeline(byId('timeline'), {
            onSelect: onGo, onChoice: (event) => this.copyBranch(event),
            onHover: (slice, x, y) => this.tip(slice, x, y),
            onRange: (range) => this.showRange(range),
        });
        this.sums = new SumsPane({
            pane: byId('sums'), onGo, onClose: () => this.timeline.setRange(null),
        });
    }

    // ---- Loading ------------------------------------------------------------

    /** Show a trace. What is wrong with it is said on the first page. */
    load(text, name = '', incomplete = false) {
        this.pause();
        let trace;
        try {
            trace = parseTrace(text, { incomplete });
        } catch (error) {
            this.refuse(error, name, () => this.load(text, name, true));
            return false;
        }
        this.take(trace, name);
        return true;
    }

    /** Show a long trace, which lies in a page in parts. */
    async loadParts(parts, name = '', incomplete = false) {
        this.pause();
        document.body.classList.add('bare', 'reading');
        byId('read').max = parts.length;
        try {
            this.take(await readParts(parts, (n) => { byId('read').value = n; },
                { incomplete }), name);
        } catch (error) {
            this.refuse(error, name, () => this.loadParts(parts, name, true));
        }
        document.body.classList.remove('reading');
    }

    take(trace, name) {
        this.model = buildModel(trace);
        this.queues = buildQueues(this.model);
        this.stops = new Map();
        this.trail = [];
        this.story.model = undefined; // that of the trace before
        this.setThread(null);
        document.body.classList.remove('bare');
        this.describe(name);
        for (const part of [this.ring, this.cards, this.source, this.why, this.console,
            this.story, this.search, this.threads, this.timeline, this.sums])
            part.load(this.model, this.queues);
        byId('slider').max = this.model.events.length - 1;
        this.showHint();
        this.go(this.stepOfLink() ?? this.firstStep());
    }

    // A damaged trace is refused; one may ask for the part before the damage.
    refuse(error, name, onclick) {
        const rest = error.line > 2 ? make('button', {
            type: 'button', onclick,
        }, 'Show what is before it') : null;
        byId('refused').replaceChildren(`${name || 'The trace'} is refused. ` +
            `${error.message}. `, ...[rest].filter(Boolean));
        document.body.classList.add('bare');
    }

    // Before the first line of the program there is little to see.
    firstStep() {
        return this.model.runs[0]?.begin ?? 0;
    }

    describe(name) {
        const { header } = this.model;
        const script = baseName(header.argv?.[0] ?? name ?? 'trace');
        byId('what').replaceChildren(
            make('strong', {}, script),
            ...[header.profile, header.backend, header.partial && 'not from the start']
                .filter(Boolean).map((text) => make('span', { title: HEADER_WORDS[text] },
                    text)));
        document.title = `${script} – Orrery`;
        this.describeLong();
    }

    // How many callbacks held the loop: a click goes through them.
    describeLong() {
        const { length } = this.stopsOf('long');
        byId('long').hidden = length === 0;
        byId('long').textContent = `${length.toLocaleString('en')} long`;
        byId('long').dataset.what = length === 1 ? 'callback' : 'callbacks';
        byId('long').title = `Callbacks that took ${duration(LONG_MS)} or more: the ` +
            'next one (l)';
    }

    /** To the next callback that held the loop, round and round. */
    goLong() {
        if (!this.step('long') && this.stopsOf('long').length > 0)
            this.jump(this.stopsOf('long')[0]);
    }

    /** The text of a file that the trace names but does not have. */
    addSource(name, text) {
        const known = new Set(this.model.events.map((e) => e.loc).filter(Boolean)
            .map((loc) => loc.replace(/:\d+:\d+$/, '')));
        for (const file of known)
            if (baseName(file) === name && !this.model.sources.has(file))
                this.model.sources.set(file, text);
        forgetLines(this.model);
        this.source.file = null;
        this.show();
    }

    async takeFiles(files) {
        const isTrace = (file) => /\.(jsonl|ndjson|json|html?)$/i.test(file.name);
        const list = [...files].sort((a, b) => isTrace(b) - isTrace(a));
        for (const file of list) {
            const text = await file.text();
            const parts = isTrace(file) ? partsInPage(text) : [];
            if (parts.length > 0)
                await this.loadParts(parts, file.name);
            else if (isTrace(file))
                this.load(traceInPage(text), file.name);
            else if (this.model !== undefined)
                this.addSource(file.name, text);
        }
    }

    // ---- Steps --------------------------------------------------------------

    go(k) {
        this.hideTip();
        this.k = Math.min(Math.max(0, k), this.model.events.length - 1);
        this.show();
    }

    /** Go to a step and remember where we were. */
    jump(k) {
        if (k < 0 || k === this.k)
            return;
        this.trail.push(this.k);
        const thread = this.model.events[k].t ?? 0;
        if (this.thread !== null && this.thread !== thread)
            this.setThread(thread);
        this.go(k);
    }

    setThread(track) {
        this.thread = this.timeline.thread = track;
        this.story.setOptions({ thread: track });
    }

    /** Follow one thread, or all of them if it is followed already. */
    follow(track) {
        this.setThread(this.thread === track ? null : track);
        if (this.thread !== null)
            this.k = lastOfThread(this.model, track, this.k);
        this.show();
    }

    /** All threads, the first, the second and so on, round and round. */
    followNext(by) {
        const { tracks } = this.model;
        const order = [null, ...tracks];
        const at = order.indexOf(this.thread) + by + order.length;
        const next = order[at % order.length];
        if (tracks.length > 1)
            this.follow(next === null ? this.thread : next);
    }

    goBack() {
        if (this.trail.length > 0)
            this.go(this.trail.pop());
    }

    stopsOf(grain) {
        const key = `${grain} ${this.options.folded} ${this.options.onlyMine} ` +
            this.thread;
        if (!this.stops.has(key))
            this.stops.set(key, this.filterStops(grain));
        return this.stops.get(key);
    }

    filterStops(grain) {
        const stops = this.filterRuns(grain);
        return this.thread === null ? stops : stops.filter((k) =>
            (this.model.events[k].t ?? 0) === this.thread);
    }

    filterRuns(grain) {
        const { model } = this;
        if (grain === 'long')
            return model.runs.filter((run) => isLong(model, run)).map(({ begin }) => begin);
        if (grain !== 'microtask' && grain !== 'callback')
            return model.stops[grain];
        const { folded, onlyMine } = this.options;
        return model.stops[grain].filter((k) => {
            const slice = sliceAt(model, k);
            const inStorm = folded && slice.storm !== null &&
                slice !== slice.storm.first &&
                (slice.storm.quiet || slice !== slice.storm.last);
            return !inStorm && (!onlyMine || slice.mine || slice.kind === 'script');
        });
    }

    /** One step of a grain; false if there is none. */
    step(grain = this.grain, forward = true) {
        const k = nextStop(this.stopsOf(grain), this.k, forward);
        if (k >= 0)
            this.go(k);
        return k >= 0;
    }

    play() {
        if (this.timer !== 0) {
            this.pause();
            return;
        }
        byId('play').setAttribute('aria-pressed', 'true');
        document.body.classList.add('playing');
        const tick = () => {
            if (!this.step()) {
                this.pause();
                return;
            }
            this.timer = setTimeout(tick, 1000 / this.speed);
        };
        this.timer = setTimeout(tick, 0);
    }

    pause() {
        clearTimeout(this.timer);
        this.timer = 0;
        byId('play').setAttribute('aria-pressed', 'false');
        document.body.classList.remove('playing');
    }

    // ---- Showing ------------------------------------------------------------

    show() {
        const thread = this.thread ?? this.model.events[this.k].t ?? 0;
        const inThread = lastOfThread(this.model, thread, this.k);
        const queues = queuesAt(this.queues, this.k, thread);
        document.documentElement.style.setProperty('--pace',
            `${Math.min(420, 700 / Math.max(1, this.timer ? this.speed : 1))}ms`);
        this.threads.show(this.k, this.thread);
        this.ring.show(inThread, queues);
        this.cards.show(this.k, queues);
        this.source.show(this.k);
        this.why.show(this.k);
        this.console.show(this.k);
        this.timeline.show(this.k);
        if (!byId('story-pane').hidden)
            this.story.show(this.k);
        this.showNumbers();
        this.onStep?.(this.source.place);
    }

    showNumbers() {
        const { k, model } = this;
        byId('slider').value = k;
        byId('slider').setAttribute('aria-valuetext', eventWords(model, k));
        byId('count').textContent = `${(k + 1).toLocaleString('en')} / ` +
            model.events.length.toLocaleString('en');
        byId('moment').textContent = eventWords(model, k);
        clearTimeout(this.later);
        this.later = setTimeout(() => {
            byId('live').textContent = announce(model, k);
            if (!document.body.classList.contains('embed'))
                history.replaceState(null, '', `#step=${model.events[k].i}`);
        }, 200);
    }

    stepOfLink() {
        const match = /[#&]step=(\d+)/.exec(location.hash);
        if (match === null)
            return null;
        const k = this.model.events.findIndex((event) => event.i >= Number(match[1]));
        return k < 0 ? null : k;
    }

    tip(slice, x, y) {
        const tip = byId('tip');
        tip.hidden = slice === null;
        if (slice === null)
            return;
        const { model } = this;
        const at = `at ${duration(timeAt(model, slice.begin))}`;
        tip.textContent = slice.event?.e === 'choice' ? choiceTip(model, slice.event) :
            slice.type === undefined ? `${eventWords(model, slice.begin)}, ${at}` :
            [`${labelOf(model, slice)} — ${whereOf(model, slice)}`, at,
                tookWords(model, slice)].filter(Boolean).join(', ');
        const max = byId('time-pane').clientWidth - tip.offsetWidth - 8;
        tip.style.left = `${Math.max(0, Math.min(x + 12, max))}px`;
        tip.style.top = `${y + 16}px`;
    }

    /** A click on a diamond copies the command that goes another way there. */
    async copyBranch(event) {
        const command = otherWays(this.model.header, event)[0]?.command;
        if (command !== undefined)
            byId('copied').textContent = await copyText(command) ? `copied: ${command}` :
                `cannot copy: ${command}`;
        clearTimeout(this.copiedTimer);
        this.copiedTimer = setTimeout(() => { byId('copied').textContent = ''; }, 4000);
    }

    hideTip() {
        byId('tip').hidden = true;
    }

    // ---- Times ----------------------------------------------------------------

    /** The sums of what is selected in the timeline: two events, or null. */
    showRange(range) {
        byId('times').setAttribute('aria-pressed', String(range !== null));
        if (range === null)
            this.sums.hide();
        else
            this.sums.show(...range, this.thread);
    }

    /** Select what is in view; a second time nothing. */
    toggleRange() {
        const { timeline } = this;
        timeline.setRange(timeline.range === null ? [timeline.from, timeline.to] : null);
        if (timeline.range !== null) // on a phone they are below the ring
            byId('sums').scrollIntoView({ block: 'nearest' });
    }

    // ---- Switches -----------------------------------------------------------

    setOption(name, value) {
        this.options[name] = value;
        this.timeline.setOptions({ [name]: value });
        this.story.setOptions({ [name]: value });
        this.why.onlyMine = this.options.onlyMine;
        const button = { folded: 'fold', onlyMine: 'mine', byTime: 'axis' }[name];
        if (name === 'byTime')
            byId('axis').textContent = value ? 'by clock' : 'by steps';
        if (button)
            byId(button).setAttribute('aria-pressed', String(value));
        if (this.model)
            this.show();
    }

    toggle(name) {
        this.setOption(name, !this.options[name]);
    }

    setGrain(grain) {
        this.grain = grain;
        for (const input of byId('grain').querySelectorAll('input'))
            input.checked = input.value === grain;
    }

    setSpeed(speed) {
        this.speed = speed;
        byId('speed').value = String(speed);
    }

    changeSpeed(by) {
        const at = SPEEDS.indexOf(this.speed) + by;
        if (SPEEDS[at] !== undefined)
            this.setSpeed(SPEEDS[at]);
    }

    toggleText() {
        const pane = byId('story-pane');
        pane.hidden = !pane.hidden;
        document.body.classList.toggle('text', !pane.hidden);
        byId('textual').setAttribute('aria-pressed', String(!pane.hidden));
        if (!pane.hidden && this.model)
            this.story.show(this.k);
    }

    // For who does not see the ring: the text view, at the current step.
    openText() {
        if (byId('story-pane').hidden)
            this.toggleText();
        (byId('story').querySelector('.now button') ?? byId('textual')).focus();
    }

    setTheme(theme) {
        document.documentElement.dataset.theme = theme;
        this.timeline.repaint();
    }

    // What is as the system has it is not kept: it goes on to follow the system.
    toggleTheme() {
        const isDark = document.documentElement.dataset.theme === 'dark';
        const theme = isDark ? 'light' : 'dark';
        this.setTheme(theme);
        keepItem('orrery-theme', theme === systemTheme() ? null : theme);
    }

    // ---- The first visit -------------------------------------------------------

    showHint() {
        byId('hint').hidden = keptItem('orrery-seen') !== null;
    }

    closeHint() {
        byId('hint').hidden = true;
        keepItem('orrery-seen', 'yes');
    }

    // ---- Pictures -------------------------------------------------------------

    // What a picture shows of the current step.
    look() {
        const { place } = this.source;
        const line = place === null ? '' :
            `${this.model.reading.shortFile(place.file)}:${place.line}`;
        return {
            ring: byId('ring'), moment: eventWords(this.model, this.k), place: line,
            code: place === null ? '' : sourceLine(this.model, place.file, place.line).trim(),
            output: this.console.lines.filter(({ k, isNote }) => k <= this.k && !isNote)
                .map((printed) => printed.line),
        };
    }

    /** The text of an SVG of this step, or of this and those that follow. */
    picture(count = 1) {
        const { k } = this;
        const text = pictureOf({ look: () => this.look(), next: () => this.step(), count });
        this.go(k);
        return text;
    }

    savePicture(count) {
        const blob = new Blob([this.picture(count)], { type: 'image/svg+xml' });
        const url = URL.createObjectURL(blob);
        const step = this.model.events[this.k].i;
        make('a', { href: url, download: `${count > 1 ? 'steps' : 'step'}-${step}.svg` })
            .click();
        setTimeout(() => URL.revokeObjectURL(url), 1000);
    }

    // ---- For the page of `orrery play` ----------------------------------------

    /** The page is in a frame, `isBeside` another one, which is stepped with it. */
    embed({ isBeside, hasSource }) {
        document.body.classList.add('embed');
        document.body.classList.toggle('beside', isBeside);
        document.body.classList.toggle('no-source', !isBeside && !hasSource);
    }

    /** Output that is still to come is hidden, not only faint. */
    setPredict(isOn) {
        document.body.classList.toggle('predict', isOn);
    }

    /** The lines that the program prints, in order. */
    printedLines() {
        return this.console.lines.filter(({ isNote }) => !isNote).map(({ line }) => line);
    }

    /** What the program's own lines did and printed: [{ k, key, text }]. The steps of
     * a call (readFile: open, fstat, read, close) are of the line that called it. */
    outline() {
        const { events, runs, stops } = this.model;
        const own = runs.filter((run) => run.mine || isMine(placeOf(this.model, run)))
            .map((run) => ({
                k: run.begin, text: `${labelOf(this.model, run)} runs`,
                key: `${run.kind} ${placeOf(this.model, run)} ${nameOf(this.model, run)}`,
            }));
        const printed = stops.output.map((k) => ({
            k, key: `output ${events[k].text}`, text: `the program ${eventWords(
                this.model, k)}`,
        }));
        const ended = events.flatMap((event, k) => event.e === 'throw' ?
            [{ k, key: `throw ${event.text}`, text: eventWords(this.model, k) }] :
            event.e === 'exit' && event.code !== 0 ?
                [{ k, key: `exit ${event.code}`, text: eventWords(this.model, k) }] : []);
        return [...own, ...printed, ...ended].sort((a, b) => a.k - b.k);
    }

    followCause() {
        this.jump(this.why.causeStep());
    }
}

// ---- Start ------------------------------------------------------------------

const isLight = matchMedia('(prefers-color-scheme: light)');
const systemTheme = () => isLight.matches ? 'light' : 'dark';

function makeControls(app) {
    for (const [value, title, key] of GRAINS) {
        const input = make('input', {
            type: 'radio', name: 'grain', value, id: `by-${value}`,
            onchange: () => app.setGrain(value),
        });
        byId('grain').append(input, make('label', {
            for: `by-${value}`, title: `${key} / Shift+${key}`,
        }, title));
    }
    for (const speed of SPEEDS)
        byId('speed').append(make('option', { value: speed }, `${speed}/s`));
    byId('speed').addEventListener('change', (event) => {
        app.setSpeed(Number(event.target.value));
    });
    app.setGrain(app.grain);
    app.setSpeed(app.speed);
}

function listenToButtons(app) {
    const on = (id, fn) => byId(id).addEventListener('click', fn);
    on('first', () => app.go(0));
    on('last', () => app.go(Infinity));
    on('back', () => app.step(app.grain, false));
    on('forth', () => app.step());
    on('play', () => app.play());
    on('mine', () => app.toggle('onlyMine'));
    on('fold', () => app.toggle('folded'));
    byId('shot').addEventListener('click', (event) => app.savePicture(
        event.shiftKey ? STEPS_OF_ANIMATION : 1));
    on('hint-close', () => app.closeHint());
    on('times', () => app.toggleRange());
    on('axis', () => app.toggle('byTime'));
    on('long', () => app.goLong());
    on('textual', () => app.toggleText());
    on('skip', () => app.openText());
    on('theme', () => app.toggleTheme());
    on('open', () => byId('files').click());
    on('pick', () => byId('files').click());
    byId('files').addEventListener('change', (event) => app.takeFiles(event.target.files));
    byId('slider').addEventListener('input', (event) => app.go(Number(event.target.value)));
    addEventListener('hashchange', () => {
        const k = app.model && app.stepOfLink();
        if (k !== null && k !== undefined && k !== app.k)
            app.go(k);
    });
    addEventListener('dragover', (event) => event.preventDefault());
    addEventListener('drop', (event) => {
        event.preventDefault();
        app.takeFiles(event.dataTransfer.files);
    });
}

function start() {
    const app = new App();
    document.documentElement.dataset.theme = keptItem('orrery-theme') ?? systemTheme();
    isLight.addEventListener('change', () => app.setTheme(
        keptItem('orrery-theme') ?? systemTheme()));
    document.body.classList.add('bare');
    makeControls(app);
    listenToButtons(app);
    listenToKeys(app);
    window.orrery = app;
    if (/[#&]embed\b/.test(location.hash)) // in a page of somebody else
        document.body.classList.add('embed', 'compact');
    const text = byId('orrery-trace').textContent;
    const parts = partsOf(document);
    if (parts.length > 0)
        app.loadParts(parts);
    else if (text.trim() !== '')
        app.load(text);
}

if (document.readyState === 'loading')
    document.addEventListener('DOMContentLoaded', start);
else
    start();

// play.js - the page of `orrery play`: a program, a profile or two, and the page
// that shows a trace, in a frame for each.
//
// The server runs the program; this page only asks for it, with the token that is
// part of its own address. The frames are of the same origin, so their App is
// called directly.

import { byId, make } from './dom.js';
import { Comparison } from './compare.js';
import { Editor } from './editor.js';

const facts = JSON.parse(byId('facts').textContent);
const EMPTY = '<script id="orrery-trace" type="application/x-ndjson"></' + 'script>';

const titleOf = (name) => facts.profiles.find((p) => p.name === name)?.title ?? name;

class Play {
    constructor() {
        this.editor = new Editor(byId('code'), byId('shown'), {
            onChange: () => this.keep(), onRun: () => this.run(),
        });
        this.comparison = null;
        this.traces = [];
        this.fillLists();
        this.listen();
        this.editor.value = facts.code ?? this.kept() ?? this.examples[0].code;
        byId('example').value = this.examples.find(({ code }) =>
            code === this.editor.value)?.name ?? '';
        document.documentElement.dataset.theme =
            matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark';
    }

    // The first line of an example is its title. Those of docs/event-loop.md follow
    // the others, as a group.
    fillLists() {
        this.examples = [...document.querySelectorAll('#examples script')].map((e) => ({
            name: e.dataset.name, code: e.textContent.replace(/^\n/, ''),
            isLesson: e.dataset.from === 'loop',
        }));
        const lessons = make('optgroup', { label: 'One rule each' });
        for (const { name, code, isLesson } of this.examples)
            (isLesson ? lessons : byId('example')).append(make('option', { value: name },
                /^\/\/ (.*?)\.?$/m.exec(code)?.[1] ?? name));
        byId('example').append(lessons);
        for (const { name, title } of facts.profiles) {
            byId('profile').append(make('option', { value: name }, title));
            byId('other').append(make('option', { value: name }, title));
        }
    }

    listen() {
        const on = (id, event, fn) => byId(id).addEventListener(event, fn);
        on('run', 'click', () => this.run());
        on('example', 'change', () => this.choose(byId('example').value));
        on('profile', 'change', () => this.run());
        on('other', 'change', () => this.run());
        on('real', 'change', () => this.run());
        on('save', 'click', () => this.save());
        on('code-switch', 'click', () => this.showCode(this.isWide));
        on('t-back', 'click', () => this.together(this.comparison.at - 1));
        on('t-forth', 'click', () => this.together(this.comparison.at + 1));
        on('t-diff', 'click', () => this.together(this.comparison.first));
        addEventListener('keydown', (event) => this.key(event));
    }

    // The editor has its own keys.
    key(event) {
        if (event.target.matches('textarea, select'))
            return;
        const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
            this.run();
        else if (by !== undefined && this.comparison !== null)
            this.together(this.comparison.at + by);
    }

    // ---- The program --------------------------------------------------------

    kept() {
        try {
            return localStorage.getItem('orrery-play');
        } catch {
            return null;
        }
    }

    keep() {
        byId('example').value = '';
        try {
            localStorage.setItem('orrery-play', this.editor.value);
        } catch {
            // Without storage the program lasts for this visit.
        }
    }

    choose(name) {
        const example = this.examples.find((e) => e.name === name);
        if (example === undefined)
            return;
        this.editor.value = example.code;
        const wanted = /^\/\/ beside: (\S+)/m.exec(example.code)?.[1];
        if (wanted && facts.profiles.some((p) => p.name === wanted))
            byId('other').value = wanted;
        this.run();
    }

    get isWide() {
        return document.body.classList.contains('wide');
    }

    // The frame shows the source itself if the editor is away.
    showCode(isShown) {
        document.body.classList.toggle('wide', !isShown);
        byId('code-switch').setAttribute('aria-pressed', String(isShown));
        for (const app of this.apps ?? [])
            app.embed({ isBeside: this.comparison !== null, hasSource: !isShown });
    }

    // The line that runs, unless the program was changed meanwhile.
    mark(place) {
        const isShown = place?.file === 'program.js' && this.editor.value === this.ran;
        this.editor.mark(isShown ? place.line : -1);
    }

    // ---- Running ------------------------------------------------------------

    async ask(profile) {
        const backend = byId('real').checked ? 'epoll' : 'sim';
        const response = await fetch('run', {
            method: 'POST', headers: { 'Content-Type': 'application/json' },
            body: JSON.stringify({ code: this.editor.value, profile, backend }),
        });
        if (!response.ok)
            throw new Error(await response.text());
        return { profile, ...await response.json() };
    }

    async run() {
        const number = this.number = (this.number ?? 0) + 1;
        byId('run').classList.add('busy');
        this.ran = this.editor.value;
        const profiles = [byId('profile').value, byId('other').value].filter(Boolean);
        let results;
        try {
            results = await Promise.all(profiles.map((name) => this.ask(name)));
        } catch (error) {
            this.say(error.message);
        }
        if (results !== undefined && number === this.number)
            await this.show(results);
        if (number === this.number)
            byId('run').classList.remove('busy');
    }

    say(text) {
        byId('said').textContent = text.trim();
    }

    async show(results) {
        const many = results.length > 1;
        this.say([...new Set(results.filter(({ message }) => message)
            .map(({ profile, message }) => many ? `${titleOf(profile)}: ${message}` :
                message))].join('\n'));
        this.traces = results.map(({ trace }) => trace);
        byId('save').disabled = !this.traces[0];
        await this.makeFrames(results, many);
        results.forEach(({ trace }, n) => {
            if (trace && this.apps[n].load(trace, 'program.js', true))
                this.apps[n].addSource('program.js', this.editor.value);
        });
        this.compare(results, many);
    }

    // The frames stay as long as there are as many, so that a run is quick.
    async makeFrames(results, many) {
        if (this.frames?.length !== results.length) {
            this.frames = results.map(() => make('iframe', { src: 'view#embed' }));
            byId('frames').replaceChildren(...this.frames.map((frame) =>
                make('div', {}, make('h2', {}), frame)));
            this.apps = await Promise.all(this.frames.map((frame) =>
                new Promise((resolve) => frame.addEventListener('load', () =>
                    resolve(frame.contentWindow.orrery)))));
        }
        this.frames.forEach((frame, n) => {
            const title = many ? titleOf(results[n].profile) : '';
            frame.title = title || 'The trace';
            frame.previousElementSibling.textContent = title;
            this.apps[n].embed({ isBeside: many, hasSource: this.isWide });
            this.apps[n].onStep = many ? null : (place) => this.mark(place);
        });
    }

    compare(results, many) {
        const wasBeside = this.comparison !== null;
        byId('together').hidden = !many;
        this.comparison = null;
        if (!many && wasBeside)
            this.showCode(true);
        if (!many || results.some(({ trace }) => !trace))
            return;
        this.comparison = new Comparison(...this.apps.map((app, n) => ({
            title: titleOf(results[n].profile), outline: app.outline(),
            go: (k) => app.go(k),
        })));
        if (!wasBeside)
            this.showCode(false);
        byId('t-diff').disabled = this.comparison.first < 0;
        this.together(Math.max(0, this.comparison.first));
    }

    together(n) {
        byId('verdict').textContent = this.comparison.go(n);
    }

    // ---- Saving -------------------------------------------------------------

    async save() {
        const page = await (await fetch('view')).text();
        const trace = this.traces[0].replaceAll('</' + 'script', '<\\/script')
            .replaceAll('<!--', '\\u003c!--');
        const whole = page.replace(EMPTY, () => EMPTY.replace('></', () => `>${trace}</`));
        const url = URL.createObjectURL(new Blob([whole], { type: 'text/html' }));
        make('a', { href: url, download: 'trace.html' }).click();
        setTimeout(() => URL.revokeObjectURL(url), 1000);
    }
}

window.play = new Play();
window.play.run();

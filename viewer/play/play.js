// play.js - the page of `orrery play`: a program, a profile or two, and the page
// that shows a trace, in a frame for each.
//
// The server runs the program; this page only asks for it, with the token that is
// part of its own address. The frames are of the same origin, so their App is
// called directly.

import { byId, copyText, keepItem, keptItem, make } from '../src/dom.js';
import { Comparison } from './compare.js';
import { Editor } from './editor.js';
import { readLesson, showText } from './lesson.js';
import { Prediction } from './predict.js';

const facts = JSON.parse(byId('facts').textContent);
const EMPTY = '<script id="orrery-trace" type="application/x-ndjson"></' + 'script>';

const titleOf = (name) => facts.profiles.find((p) => p.name === name)?.title ?? name;

// ---- Programs in links --------------------------------------------------------

const inBase64 = (text) => btoa(String.fromCharCode(...new TextEncoder().encode(text)))
    .replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

function linkOf(location, { code, profile, beside }) {
    const parts = [`program=${inBase64(code)}`, profile === 'node' ? '' : `profile=${profile}`,
        beside === '' ? '' : `beside=${beside}`];
    return `${location.href.split('#')[0]}#${parts.filter(Boolean).join('&')}`;
}

/** { code, profile, beside } of a link, or null. */
function programOfLink(hash) {
    const found = new URLSearchParams(hash.slice(1));
    if (!found.has('program'))
        return null;
    try {
        const letters = atob(found.get('program').replaceAll('-', '+').replaceAll('_', '/'));
        const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
        return { code: new TextDecoder('utf-8', { fatal: true }).decode(bytes),
            profile: found.get('profile'), beside: found.get('beside') };
    } catch {
        return null; // somebody has changed it
    }
}

// The name of the file that is in the editor: "program.js", or that of `orrery play FILE`.
const mainOf = (app) => app.model?.header.argv?.[0] ?? 'program.js';

class Play {
    constructor() {
        this.editor = new Editor(byId('code'), byId('shown'), {
            onChange: () => this.keep(), onRun: () => this.run(),
        });
        this.comparison = null;
        this.traces = [];
        this.prediction = new Prediction(byId('predict'), {
            onDone: () => this.reveal(),
        });
        this.fillLists();
        this.listen();
        this.pages = facts.lesson === undefined ? [] : readLesson(facts.lesson);
        if (this.pages.length > 0)
            this.openPage(0);
        else
            this.begin();
        this.followSystem();
    }

    // The program of the link, of the file, of the last visit, or the first example.
    begin() {
        const link = programOfLink(location.hash);
        this.editor.value = link?.code ?? facts.code ?? keptItem('orrery-play') ??
            this.examples[0].code;
        byId('example').value = this.examples.find(({ code }) =>
            code === this.editor.value)?.name ?? '';
        this.set('profile', link?.profile ?? 'node');
        this.set('other', link?.beside ?? '');
    }

    // A profile, if there is such a one.
    set(id, name) {
        byId(id).value = [...byId(id).options].some(({ value }) => value === name) ? name :
            id === 'other' ? '' : 'node';
    }

    followSystem() {
        const isLight = matchMedia('(prefers-color-scheme: light)');
        const follow = () => {
            document.documentElement.dataset.theme = isLight.matches ? 'light' : 'dark';
        };
        isLight.addEventListener('change', follow);
        follow();
    }

    // ---- Lessons --------------------------------------------------------------

    openPage(n) {
        const page = this.pages[this.page = n];
        this.editor.value = page.code;
        this.set('profile', page.settings.profile ?? 'node');
        this.set('other', page.settings.beside ?? '');
        byId('predict-first').checked = page.settings.predict === true;
        this.showPage(!byId('predict-first').checked);
    }

    // The explanation comes when the reader has said what he expects.
    showPage(isExplained) {
        const page = this.pages[this.page];
        if (page === undefined)
            return;
        const turn = (text, by) => make('button', {
            type: 'button', disabled: this.pages[this.page + by] === undefined,
            onclick: () => { this.openPage(this.page + by); this.run(); },
        }, text);
        byId('lesson').hidden = false;
        byId('lesson').replaceChildren(make('h2', {}, page.title),
            ...showText(page.before), ...(isExplained && page.after.length > 0 ?
                [make('div', { class: 'after' }, ...showText(page.after))] : []),
            make('nav', {}, turn('Back', -1), turn('Next', 1),
                `${this.page + 1} of ${this.pages.length}`));
    }

    // ---- Prediction -----------------------------------------------------------

    get isPredicting() {
        return byId('predict-first').checked;
    }

    // Ask first; the run is below, and its output appears step by step. Of two runs the
    // first one is asked for, and what differs is said when they are stepped through.
    predict() {
        const [app] = this.apps;
        for (const each of this.apps)
            each.setPredict(this.isPredicting);
        this.prediction.hide();
        const isAsked = this.isPredicting && app.model !== undefined &&
            this.prediction.ask(app.printedLines(), this.apps.length > 1 ?
                ` as ${titleOf(byId('profile').value)}` : '');
        this.showPage(!isAsked);
        byId('together').hidden = isAsked || this.apps.length < 2;
        if (!isAsked)
            return;
        if (this.comparison === null)
            app.go(0);
        else
            this.together(0);
    }

    reveal() {
        this.showPage(true);
        byId('together').hidden = this.apps.length < 2;
        this.frames[0].contentWindow.focus();
    }

    // The first line of an example is its title. Those of docs/event-loop.md follow
    // the others, as a group.
    fillLists() {
        this.examples = [...document.querySelectorAll('#examples script')].map((e) => ({
            name: e.dataset.name, code: e.textContent.replace(/^\n/, ''),
            isLesson: e.dataset.from !== 'examples',
        }));
        const lessons = make('optgroup', { label: 'One rule each, in order' });
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
        on('predict-first', 'change', () => this.run());
        on('link', 'click', () => this.copyLink());
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

    keep() {
        byId('example').value = '';
        keepItem('orrery-play', this.editor.value);
    }

    // The program is in the part of the address that is not sent to anybody.
    async copyLink() {
        const link = linkOf(location, { code: this.editor.value,
            profile: byId('profile').value, beside: byId('other').value });
        history.replaceState(null, '', link);
        byId('link').textContent = await copyText(link) ? 'Copied' : 'In the address';
        setTimeout(() => { byId('link').textContent = 'Link'; }, 2000);
    }

    // What the chosen profile and back end are, in a sentence each.
    describe() {
        const about = (id) => facts.profiles.find(({ name }) =>
            name === byId(id).value)?.about;
        byId('about').textContent = [about('profile'), about('other'),
            facts.backends?.[byId('real').checked ? 'epoll' : 'sim']].filter(Boolean)
            .join(' ');
    }

    choose(name) {
        const example = this.examples.find((e) => e.name === name);
        if (example === undefined)
            return;
        this.editor.value = example.code;
        const wanted = /^\/\/ beside: (\S+)/m.exec(example.code)?.[1];
        this.set('other', wanted ?? '');
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
        const isShown = this.editor.value === this.ran && place !== null &&
            place.file.replace(/^file:\/\//, '') === mainOf(this.apps[0]);
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
        this.describe();
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
            const app = this.apps[n];
            if (trace && app.load(trace, 'program.js', true))
                app.addSource(mainOf(app), this.editor.value);
        });
        this.compare(results, many);
        this.predict();
    }

    // The frames stay as long as there are as many, so that a run is quick.
    async makeFrames(results, many) {
        if (this.frames?.length !== results.length) {
            this.frames = results.map(() => make('iframe', { src: 'view' }));
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
        byId('together').hidden = !many;
        this.comparison = null;
        if (!many || results.some(({ trace }) => !trace))
            return;
        this.comparison = new Comparison(...this.apps.map((app, n) => ({
            title: titleOf(results[n].profile), outline: app.outline(),
            file: mainOf(app), go: (k) => app.go(k),
        })));
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

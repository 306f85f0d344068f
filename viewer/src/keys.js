// keys.js - the keyboard: everything that the mouse can do, and the search field.

import { byId, make } from './dom.js';

const GRAIN_KEYS = {
    e: 'event', m: 'microtask', c: 'callback', p: 'phase', t: 'turn', o: 'output',
    n: 'choice',
};

const ACTIONS = {
    ArrowRight: (app) => app.step(),
    ArrowLeft: (app) => app.step(app.grain, false),
    Home: (app) => app.go(0),
    End: (app) => app.go(Infinity),
    ' ': (app) => app.play(),
    '+': (app) => app.changeSpeed(1),
    '=': (app) => app.changeSpeed(1),
    '-': (app) => app.changeSpeed(-1),
    'y': (app) => app.followCause(),
    'Backspace': (app) => app.goBack(),
    'f': (app) => app.toggle('onlyMine'),
    'g': (app) => app.toggle('folded'),
    'x': (app) => app.toggle('byTime'),
    'r': (app) => app.toggleRange(),
    'l': (app) => app.goLong(),
    'Escape': (app) => app.timeline.setRange(null),
    'i': (app) => app.savePicture(1),
    'I': (app) => app.savePicture(40),
    'v': (app) => app.toggleText(),
    'k': (app) => app.toggleTheme(),
    ']': (app) => app.followNext(1),
    '[': (app) => app.followNext(-1),
    '0': (app) => app.timeline.fit(),
    '/': () => byId('query').focus(),
    '?': () => byId('keys').showModal(),
};

const HELP = [
    ['→ ←', 'next, previous step'],
    ['e m c p t o n', 'next event, microtask, callback, phase, turn, output, ' +
        'choice; with Shift the previous one'],
    ['Home End', 'first, last step'],
    ['Space, + −', 'play, faster, slower'],
    ['y', 'to the step that caused this one'],
    ['Backspace', 'back to where you came from'],
    ['/', 'search; Enter and Shift+Enter go through what was found'],
    ['w s a d, 0', 'timeline: zoom in, out, pan, everything'],
    ['x', 'timeline by steps or by the clock'],
    ['r', 'who took the time in the part that is shown? Esc closes it. Dragging over the ' +
        'ruler, or with Shift, selects another part'],
    ['l', 'next callback that took 50 ms or more'],
    ['[ ]', 'follow the previous, next thread'],
    ['f', 'only my files'],
    ['g', 'show many ticks or microtasks in a row as one'],
    ['i', 'save a picture of this step; with Shift an animation of the next 40'],
    ['v', 'text view'],
    ['k', 'dark or light'],
];

const isTyping = (target) => target.matches('input[type=search], textarea, select');

function onKeyDown(app, event) {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) ||
        byId('keys').open || app.model === undefined)
        return;
    const key = event.key;
    const onButton = event.target.matches('button, input, a');
    if (onButton && (key === ' ' || key === 'Enter'))
        return;
    const grain = GRAIN_KEYS[key.toLowerCase()];
    app.hideTip();
    if (grain !== undefined)
        app.step(grain, !event.shiftKey);
    else if (ACTIONS[key] !== undefined)
        ACTIONS[key](app);
    else if (!app.timeline.key(key.toLowerCase(), true))
        return;
    event.preventDefault();
}

// ---- Search -----------------------------------------------------------------

const RESULTS_SHOWN = 40;

class SearchField {
    constructor(app) {
        this.app = app;
        this.found = [];
        this.at = -1;
        byId('query').addEventListener('input', () => this.search());
        byId('query').addEventListener('keydown', (event) => this.key(event));
        byId('query').addEventListener('focus', () => this.search());
        byId('results').addEventListener('keydown', (event) => this.moveInList(event));
        addEventListener('pointerdown', (event) => {
            if (!event.target.closest('search'))
                this.hide();
        });
    }

    search() {
        if (this.app.model === undefined)
            return;
        const query = byId('query').value;
        this.found = this.app.search.find(query);
        this.at = -1;
        byId('hits').textContent = query.trim() === '' ? '' :
            this.found.length.toLocaleString('en');
        const list = byId('results');
        list.hidden = this.found.length === 0;
        list.replaceChildren(...this.found.slice(0, RESULTS_SHOWN).map((entry, n) =>
            make('li', {}, make('button', {
                type: 'button', tabindex: -1, onclick: () => this.go(n, true),
            }, entry.text, make('small', {}, `step ${entry.k + 1}`)))));
    }

    key(event) {
        if (event.key === 'Enter') {
            event.preventDefault();
            const { length } = this.found;
            if (length > 0)
                this.go((this.at + (event.shiftKey ? -1 : 1) + length) % length);
        } else if (event.key === 'Escape') {
            this.hide();
            byId('query').blur();
        } else if (event.key === 'ArrowDown') {
            byId('results').querySelector('button')?.focus();
        }
    }

    // Up and down in the list; above its first line is the field.
    moveInList(event) {
        const item = event.target.closest('li');
        const next = event.key === 'ArrowDown' ? item.nextElementSibling :
            event.key === 'ArrowUp' ? item.previousElementSibling : undefined;
        if (event.key === 'Escape' || (next === null && event.key === 'ArrowUp'))
            byId('query').focus();
        else if (next)
            next.firstChild.focus();
        if (next !== undefined || event.key === 'Escape')
            event.preventDefault();
    }

    go(n, isChosen = false) {
        this.at = n;
        byId('hits').textContent = `${n + 1}/${this.found.length}`;
        [...byId('results').children].forEach((item, k) => {
            item.classList.toggle('now', k === n);
        });
        this.app.jump(this.found[n].k);
        if (isChosen)
            this.hide();
    }

    hide() {
        byId('results').hidden = true;
    }
}

/** Listen to all keys. */
export function listenToKeys(app) {
    new SearchField(app);
    addEventListener('keydown', (event) => onKeyDown(app, event));
    addEventListener('keyup', (event) => app.timeline.key(event.key.toLowerCase(), false));
    addEventListener('blur', () => app.timeline.keys.clear());
    byId('help').addEventListener('click', () => byId('keys').showModal());
    for (const [keys, meaning] of HELP) {
        byId('key-list').append(make('dt', {}, ...keys.split(' ').map((key) =>
            make('kbd', {}, key.replace(',', '')))), make('dd', {}, meaning));
    }
}

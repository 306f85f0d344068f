'use strict';

/*
 * internal/vitest/modules - the modules that a test file will want, asked for before it
 * does.
 *
 * A worker of vitest asks its main process for the text of each module, as vite makes
 * it, and where a name leads. What will be asked can be read from the texts: their
 * imports, and the names that vi.mock() gives. What is not foreseen (a name that is
 * computed) is asked for when it is needed, which takes a process of its own.
 */

const fs = require('fs');
const path = require('path');

const AT_ONCE = 16;

const IMPORT = /\b__vi(?:te_ssr)?_(?:dynamic_)?import__\(\s*"((?:[^"\\]|\\.)*)"/g;
const MOCK =
    /\.(?:mock|doMock|unmock|doUnmock|importActual|importMock)\(\s*(["'`])((?:(?!\1)[^\\])+)\1/g;
const OWN = /^@?vitest(?:\/|$)|\/(?:vitest|@vitest\/[\w-]+)\/dist\//;

// The same question has the same key, whoever asks: that of a module with a whole path
// does not depend on who imports it.
function keyOf(method, args) {
    const [id, importer, environment] = args;
    if (method === 'fetch' && args.length > 2) {
        const isWhole = /^(?:\/|\w+:)/.test(id);
        return JSON.stringify([method, id, isWhole ? null : importer, environment]);
    }
    return JSON.stringify([method, ...args]);
}

// Vite's text of a module may be in a file of vitest's.
function withText(answer) {
    if (answer === null || typeof answer !== 'object' || 'externalize' in answer ||
        answer.code !== undefined)
        return answer;
    const { cached, tmp, ...rest } = answer;
    if (tmp !== undefined)
        return { ...rest, code: fs.readFileSync(tmp, 'utf8') };
    return typeof answer.id === 'string' && path.isAbsolute(answer.id) ?
        { code: fs.readFileSync(answer.id, 'utf8') } : answer;
}

function environmentOf(isTinypool, { name, transformMode } = {}) {
    const isWeb = name === 'jsdom' || name === 'happy-dom';
    if (isTinypool)
        return transformMode ?? (isWeb ? 'web' : 'ssr');
    return isWeb ? 'client' : 'ssr';
}

class Crawl {
    constructor(fork, task, answers) {
        this.fork = fork;
        this.config = task.config;
        this.environment = environmentOf(fork.isTinypool, task.environment);
        this.answers = answers;
        this.todo = [];
        this.visited = new Set();
    }

    // The answer, or undefined if it is an error, which is an answer, too.
    async ask(method, ...args) {
        const key = keyOf(method, args);
        if (this.answers.has(key))
            return this.answers.get(key).r;
        this.answers.set(key, {});
        try {
            let r = await this.fork.ask(method, args);
            if (method === 'fetch')
                r = withText(r);
            this.answers.set(key, { r });
            return r;
        } catch (e) {
            this.answers.set(key, { e });
            return undefined;
        }
    }

    fetch(id, importer) {
        return this.fork.isTinypool ? this.ask('fetch', id, this.environment) :
            this.ask('fetch', id, importer, this.environment);
    }

    // A root: a file that is named, and by nobody else.
    async open(file) {
        if (this.fork.isTinypool)
            return this.visit(file);
        const found = await this.ask('resolve', file, undefined, this.environment);
        return this.visit(found?.url ?? file);
    }

    async visit(id, importer) {
        if (OWN.test(id) || this.visited.has(id))
            return;
        this.visited.add(id);
        const answer = await this.fetch(id, importer);
        if (answer?.code === undefined)
            return;
        const file = this.pathOf(answer.file ?? id);
        for (const [, next] of answer.code.matchAll(IMPORT))
            this.todo.push(() => this.visitImport(JSON.parse(`"${next}"`), file));
        for (const [, , name] of answer.code.matchAll(MOCK))
            this.todo.push(() => this.visitNamed(name, file));
    }

    // Until version 3 the worker asks for the name of a package, too.
    async visitImport(name, importer) {
        if (this.fork.isTinypool && !name.startsWith('/'))
            await this.visitNamed(name, importer);
        await this.visit(name, importer);
    }

    // Where the name of a module leads, and what it is.
    async visitNamed(name, importer) {
        const method = this.fork.isTinypool ? 'resolveId' : 'resolve';
        const found = await this.ask(method, name, importer, this.environment);
        if (found !== undefined && found !== null)
            await this.visit(found.url ?? found.id, importer);
    }

    pathOf(id) {
        const name = id.replace(/^\/@fs\//, '/').replace(/\?.*$/s, '');
        return fs.existsSync(name) ? name : path.join(this.config.root, name);
    }

    // Of versions 2 and 3; the worker's script is in the folder `dist`, or in tinypool's.
    spyPath() {
        return path.join(path.dirname(this.fork.messages[0].filename), 'spy.js');
    }

    roots(file) {
        const { setupFiles = [], snapshotSerializers = [], runner, diff } = this.config;
        return [file, ...setupFiles, ...snapshotSerializers, runner, diff]
            .filter((name) => typeof name === 'string');
    }

    async work() {
        for (let next; (next = this.todo.shift()) !== undefined;)
            await next();
    }

    async run(file) {
        if (this.fork.isTinypool)
            this.todo.push(() => this.visit('/@vite/env'), () =>
                this.ask('resolveId', this.spyPath(), undefined, this.environment));
        this.todo.push(() => this.ask('resolveSnapshotPath', file),
            ...this.roots(file).map((root) => () => this.open(root)));
        while (this.todo.length > 0)
            await Promise.all(Array.from({ length: AT_ONCE }, () => this.work()));
    }
}

module.exports = { Crawl, keyOf };

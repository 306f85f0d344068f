'use strict';

/*
 * internal/vitest/results - what became of the tests, as a worker of vitest says it.
 *
 *     onCollected(files)    the tree of suites and tests, each with an id
 *     onTaskUpdate(packs)   [id, result, meta] of those that have changed
 *
 * A search reads the notes of a run; who looks on reads the lines.
 */

const { note } = internalBinding('explore');
/* Loaded when first used: internal/explore/more_time. */

function oneLine(text) {
    return `${text}`.replace(/[\t\n]/g, ' ');
}

function firstLine(text) {
    return `${text}`.trim().split('\n')[0];
}

function messageOf(error) {
    const { name = 'Error', message = error } = error ?? {};
    const text = firstLine(message);
    return name === 'AssertionError' || name === 'Error' ? text : `${name}: ${text}`;
}

// Of a stack the lines of the program.
function placesOf(error) {
    return `${error?.stack ?? ''}`.split('\n')
        .filter((line) => /^\s+at .*\/.*:\d+:\d+\)?$/.test(line) &&
            !/node:|\/node_modules\//.test(line))
        .map((line) => `      ${line.trim()}`);
}

// It has passed its time limit, but had more time and has ended.
function isOnlySlow({ errors = [], duration }) {
    return errors.length === 1 && / timed out in \d+ms/.test(errors[0].message) &&
        require('internal/explore/more_time').wasSlow(duration);
}

class Results {
    constructor(file, ignoresErrors, write) {
        this.file = file; // its name, for what is wrong with the whole of it
        this.ignoresErrors = ignoresErrors; // those that belong to no test
        this.write = write;
        this.files = [];
        this.byId = new Map();
        this.errors = [];
        this.isFailed = false;
    }

    // The first test begins when the worker has had the answer.
    collect(files) {
        note('B', '');
        this.files = files;
    }

    update(packs) {
        for (const [id, result] of packs)
            this.byId.set(id, result);
    }

    addError(error, type) {
        const test = error?.VITEST_TEST_NAME;
        this.errors.push({ error,
            name: test === undefined ? type : `${type} in '${test}'` });
    }

    countFailed(tasks = this.files) {
        return tasks.reduce((count, { id, tasks: inner }) => count +
            (inner !== undefined ? this.countFailed(inner) :
                Number(this.byId.get(id)?.state === 'fail')), 0);
    }

    // ---- At the end -----------------------------------------------------------------

    pass(name) {
        note('P', oneLine(name));
        this.write(`ok    ${name}\n`);
    }

    fail(name, error) {
        this.isFailed = true;
        note('F', `${oneLine(name)}\t${oneLine(messageOf(error))}`);
        this.write([`FAIL  ${name}`, `      ${messageOf(error)}`,
            ...placesOf(error)].join('\n') + '\n');
    }

    // A suite that fails by itself has failed in a hook.
    finishTask(task, names) {
        const path = [...names, task.name];
        const result = this.byId.get(task.id) ?? task.result;
        const failed = result?.state === 'fail';
        if (task.tasks === undefined) {
            if (failed && !isOnlySlow(result))
                this.fail(path.join(' > '), result.errors?.[0] ?? 'it failed');
            else if (failed)
                this.pass(path.join(' > '));
            else if (result?.state === 'pass')
                this.pass(path.join(' > '));
            return;
        }
        if (failed && result.errors?.length > 0)
            this.fail(path.join(' > '), result.errors[0]);
        for (const inner of task.tasks)
            this.finishTask(inner, path);
    }

    finishFile(file) {
        const result = this.byId.get(file.id) ?? file.result;
        for (const error of result?.state === 'fail' ? result.errors ?? [] : [])
            this.fail(this.file, error);
        for (const task of file.tasks)
            this.finishTask(task, []);
    }

    // Returns whether something has failed.
    finish() {
        for (const file of this.files)
            this.finishFile(file);
        for (const { name, error } of this.ignoresErrors ? [] : this.errors)
            this.fail(name, error);
        return this.isFailed;
    }
}

module.exports = { Results };

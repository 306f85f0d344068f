'use strict';
/* readline/promises - an Interface whose question() is a promise, and changes of
 * the screen that are written together. */

const { LineEditor, kQuestion, kQuestionCancel } =
    require('internal/readline/editor');
const cursor = require('internal/readline/cursor');
const { AbortError, codes: { ERR_INVALID_ARG_TYPE } } =
    require('internal/errors');
const { kEmptyObject } = require('internal/util');
const { validateAbortSignal, validateBoolean, validateInteger } =
    require('internal/validators');
/* Loaded when first used: internal/events/abort_listener,
 * internal/streams/utils. */

class Interface extends LineEditor {
    get _awaitsCompleter() { return true; }

    question(query, options = kEmptyObject) {
        return new Promise((resolve, reject) => {
            const { signal } = options ?? kEmptyObject;
            let stop;
            if (signal) {
                validateAbortSignal(signal, 'options.signal');
                const fail = () => reject(
                    new AbortError(undefined, { cause: signal.reason }));
                if (signal.aborted)
                    return fail();
                const { addAbortListener } =
                    require('internal/events/abort_listener');
                const disposable = addAbortListener(signal, () => {
                    this[kQuestionCancel]();
                    fail();
                });
                stop = disposable[Symbol.dispose];
            }
            this[kQuestion](query, (answer) => {
                stop?.();
                resolve(answer);
            });
        });
    }
}

function createInterface(input, output, completer, terminal) {
    return new Interface(input, output, completer, terminal);
}

class Readline {
    #stream;
    #autoCommit = false;
    #todo = [];

    constructor(stream, options = undefined) {
        const { isWritable } = require('internal/streams/utils');
        if (!isWritable(stream))
            throw new ERR_INVALID_ARG_TYPE('stream', 'Writable', stream);
        const autoCommit = options?.autoCommit;
        this.#stream = stream;
        if (autoCommit === undefined)
            return;
        validateBoolean(autoCommit, 'options.autoCommit');
        this.#autoCommit = autoCommit;
    }

    #add(text) {
        if (this.#autoCommit)
            process.nextTick(() => this.#stream.write(text));
        else
            this.#todo.push(text);
        return this;
    }

    cursorTo(x, y = undefined) {
        validateInteger(x, 'x');
        if (y !== undefined)
            validateInteger(y, 'y');
        return this.#add(cursor.cursorText(x, y));
    }

    moveCursor(dx, dy) {
        if (!dx && !dy)
            return this;
        validateInteger(dx, 'dx');
        validateInteger(dy, 'dy');
        return this.#add(cursor.moveText(dx, dy));
    }

    clearLine(dir) {
        validateInteger(dir, 'dir', -1, 1);
        return this.#add(cursor.clearText(dir));
    }

    clearScreenDown() {
        return this.#add(cursor.kClearScreenDown);
    }

    commit() {
        const text = this.#todo.join('');
        this.#todo = [];
        return new Promise((resolve) => {
            this.#stream.write(text, () => resolve());
        });
    }

    rollback() {
        this.#todo = [];
        return this;
    }
}

module.exports = { Interface, Readline, createInterface };

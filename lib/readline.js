'use strict';
/*
 * readline - lines from a stream, edited on a terminal. The classes are in
 * internal/readline.
 */

const { LineEditor, kQuestion, kQuestionCancel } =
    require('internal/readline/editor');
const { clearLine, clearScreenDown, cursorTo, moveCursor } =
    require('internal/readline/cursor');
const { emitKeypressEvents } = require('internal/readline/keypress');
const { AbortError } = require('internal/errors');
const { defineLazy, kEmptyObject } = require('internal/util');
const { validateAbortSignal } = require('internal/validators');
/* Loaded when first used: internal/events/abort_listener, readline/promises. */

/* A completer without a callback may be given, too; with new or without. */
function Interface(input, output, completer, terminal) {
    return Reflect.construct(LineEditor, [input, output, completer, terminal],
                             new.target ?? Interface);
}
Object.setPrototypeOf(Interface, LineEditor);
Interface.prototype = Object.create(LineEditor.prototype, {
    constructor: { __proto__: null, value: Interface, writable: true,
                   configurable: true },
});

/* Call onAbort() when the signal aborts, until the result is called. */
function watch(signal, onAbort) {
    const { addAbortListener } = require('internal/events/abort_listener');
    const disposable = addAbortListener(signal, onAbort);
    return () => disposable[Symbol.dispose]();
}

Interface.prototype.question = function question(query, options, callback) {
    if (typeof options === 'function') {
        callback = options;
        options = kEmptyObject;
    }
    const { signal } = options ?? kEmptyObject;
    if (signal) {
        validateAbortSignal(signal, 'options.signal');
        if (signal.aborted)
            return;
        const stop = watch(signal, () => this[kQuestionCancel]());
        const given = callback;
        callback = typeof given === 'function' ? (answer) => {
            stop();
            given(answer);
        } : stop;
    }
    if (typeof callback === 'function')
        this[kQuestion](query, callback);
};

function askForPromise(query, options) {
    const { signal } = options ?? kEmptyObject;
    if (signal?.aborted) {
        return Promise.reject(
            new AbortError(undefined, { cause: signal.reason }));
    }
    return new Promise((resolve, reject) => {
        let stop;
        if (signal) {
            stop = watch(signal, () => {
                reject(new AbortError(undefined, { cause: signal.reason }));
            });
        }
        this.question(query, options ?? kEmptyObject, (answer) => {
            stop?.();
            resolve(answer);
        });
    });
}
Object.defineProperty(askForPromise, 'name',
                      { __proto__: null, value: 'question' });
Interface.prototype.question[Symbol.for('nodejs.util.promisify.custom')] =
    askForPromise;

function createInterface(input, output, completer, terminal) {
    return new Interface(input, output, completer, terminal);
}

module.exports = {
    Interface,
    clearLine,
    clearScreenDown,
    createInterface,
    cursorTo,
    emitKeypressEvents,
    moveCursor,
};
defineLazy(module.exports, 'promises', () => require('readline/promises'));

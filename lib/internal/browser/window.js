'use strict';
/*
 * internal/browser/window - the global object of the profiles `browser` and
 * `browser-72`, and the script in it.
 */

const { DOM, queueTask } = internalBinding('browser');
const order = internalBinding('order');
const events = require('internal/browser/event_target');
const errors = require('internal/browser/errors');
const dom = require('internal/browser/dom');

const WINDOW_HANDLERS = [...dom.HANDLERS, 'message', 'messageerror',
                         'unhandledrejection', 'rejectionhandled'];

class Window extends events.EventTarget {}

function define(name, value, enumerable = true) {
    Object.defineProperty(globalThis, name, {
        value, writable: true, enumerable, configurable: true,
    });
}

function defineAll(values, enumerable) {
    for (const [name, value] of Object.entries(values))
        define(name, value, enumerable);
}

function defineClasses() {
    const { DOMTokenList, Document, Element, HTMLElement, Node, Text } = dom;
    const { BroadcastChannel, MessageChannel, MessagePort, postMessage } =
        require('internal/browser/messages');
    const { MutationObserver } = require('internal/browser/mutations');
    const { CustomEvent, ErrorEvent, Event, EventTarget, MessageEvent,
            MouseEvent, PromiseRejectionEvent, UIEvent } = events;
    defineAll({
        BroadcastChannel, CustomEvent, DOMTokenList, Document, Element,
        ErrorEvent, Event, EventTarget, HTMLElement, MessageChannel,
        MessageEvent, MessagePort, MouseEvent, MutationObserver, Node,
        PromiseRejectionEvent, Text, UIEvent, Window,
    }, false);
    define('postMessage', postMessage);
}

/* Node's queueMicrotask() has other words for a bad argument. */
function queueMicrotask(callback) {
    if (typeof callback !== 'function') {
        throw new TypeError("Failed to execute 'queueMicrotask' on 'Window': " +
                            "parameter 1 is not of type 'Function'.");
    }
    order.queueMicrotask(callback);
}

function reportError(error) {
    errors.reportException(error);
}

function install() {
    const document = dom.makeDocument();
    Object.setPrototypeOf(globalThis, Window.prototype);
    Object.defineProperty(globalThis, Symbol.toStringTag, {
        value: 'Window', configurable: true,
    });
    for (const name of ['window', 'self', 'frames', 'parent', 'top'])
        define(name, globalThis);
    defineAll({ document, queueMicrotask, reportError,
                userClick: dom.userClick });
    defineAll(require('internal/browser/timers'));
    defineClasses();
    events.defineHandlers(globalThis, WINDOW_HANDLERS);
}

/* ---- The script ------------------------------------------------------- */

function fire(target, type, bubbles) {
    events.dispatch(target, events.makeTrusted(events.Event, type,
                                               { bubbles }));
}

/* The document has been read when its script has run. */
function queueLoadEvents() {
    const { setReadyState } = dom;
    queueTask(() => {
        setReadyState('interactive');
        fire(document, 'readystatechange', false);
        fire(document, 'DOMContentLoaded', true);
    }, DOM);
    queueTask(() => {
        setReadyState('complete');
        fire(document, 'readystatechange', false);
        fire(globalThis, 'load', false);
    }, DOM);
}

function readScript(options) {
    if (options.eval !== undefined)
        return { text: options.eval, name: '[eval]' };
    const { readFileSync } = require('fs');
    if (options.script === '-')
        return { text: readFileSync(0, 'utf8'), name: '[stdin]' };
    const name = require('path').resolve(options.script);
    process.exitCode = 1; // if it cannot be read
    const text = readFileSync(name, 'utf8').replace(/^#!/, '//');
    process.exitCode = undefined;
    return { text, name };
}

function refuseImport() {
    throw new TypeError('The browser profiles have no modules yet');
}

/* A classic script: its top level is the global scope. */
function run(options) {
    if (options.prompts || options.check || options.isWorker) {
        throw new Error('The browser profiles run a script: a file, -e, or ' +
                        'standard input');
    }
    const { compileScript, runCompiled, setCallbacks } =
        internalBinding('modules');
    setCallbacks(refuseImport, refuseImport);
    const { text, name } = readScript(options);
    queueLoadEvents();
    compileScript(text, name, 1);
    const value = runCompiled();
    if (options.print)
        require('console').log(value);
}

module.exports = { install, run };

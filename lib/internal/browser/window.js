'use strict';
/*
 * internal/browser/window - the global object of the profiles `browser` and
 * `browser-72`, and the script or module in it. In a worker, another object has
 * that place: internal/browser/worker_scope.
 */

const { DOM, queueTask } = internalBinding('browser');
const { options } = require('internal/process/object');
const globals = require('internal/browser/globals');
const events = require('internal/browser/event_target');

/* A worker has no document. */
const dom = options.isWorker ? undefined : require('internal/browser/dom');
/* Loaded when first used: console, fs, internal/browser/messages,
 * internal/browser/mutations, internal/browser/scripts,
 * internal/browser/sources, internal/browser/worker_scope, path. */

class Window extends events.EventTarget {}

function defineClasses() {
    const { DOMTokenList, Document, DocumentFragment, Element, HTMLElement, Node,
            Text } = dom;
    const { postMessage } = require('internal/browser/messages');
    const { MutationObserver } = require('internal/browser/mutations');
    const { FocusEvent, InputEvent, KeyboardEvent, MouseEvent, UIEvent } = events;
    globals.defineAll({
        DOMTokenList, Document, DocumentFragment, Element, FocusEvent,
        HTMLElement, InputEvent, KeyboardEvent, MouseEvent, MutationObserver,
        Node, Text, UIEvent, Window,
    }, false);
    globals.define('postMessage', postMessage);
}

function installWindow() {
    const { makeDocument, userClick } = dom;
    Object.setPrototypeOf(globalThis, Window.prototype);
    Object.defineProperty(globalThis, Symbol.toStringTag, {
        value: 'Window', configurable: true,
    });
    for (const name of ['window', 'self', 'frames', 'parent', 'top'])
        globals.define(name, globalThis);
    globals.defineAll({ document: makeDocument(), userClick });
    globals.defineShared();
    defineClasses();
    events.defineHandlers(globalThis, [
        ...dom.HANDLERS, 'message', 'messageerror', 'unhandledrejection',
        'rejectionhandled',
    ]);
}

function install() {
    if (options.isWorker)
        require('internal/browser/worker_scope').install(globals);
    else
        installWindow();
}

/* ---- The script ------------------------------------------------------- */

function fire(target, type, bubbles) {
    events.dispatch(target, events.makeTrusted(events.Event, type,
                                               { bubbles }));
}

function becomeInteractive() {
    dom.setReadyState('interactive');
    fire(document, 'readystatechange', false);
}

/* The document has been read when its script has run. A module runs when it
 * has been read. */
function queueLoadEvents(isModule) {
    if (isModule)
        becomeInteractive();
    queueTask(() => {
        if (!isModule)
            becomeInteractive();
        fire(document, 'DOMContentLoaded', true);
    }, DOM);
    queueTask(() => {
        dom.setReadyState('complete');
        fire(document, 'readystatechange', false);
        fire(globalThis, 'load', false);
    }, DOM);
}

function readScript() {
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

function isModule(name) {
    return name.endsWith('.mjs') || (options.inputType === 'module' &&
                                     !name.startsWith('/'));
}

function runModule(text, name) {
    const { base } = require('internal/browser/sources');
    const { startModule } = require('internal/browser/scripts');
    queueLoadEvents(true);
    startModule(name.startsWith('/') ? base.url : `${base.url}${name}`, text);
}

function run() {
    if (options.isWorker) {
        require('internal/browser/worker_scope').start();
        return;
    }
    if (options.prompts || options.check) {
        throw new Error('The browser profiles run a script: a file, -e, or ' +
                        'standard input');
    }
    const { text, name } = readScript();
    const sources = require('internal/browser/sources');
    sources.setBaseByName(name);
    sources.defineLocation('Location');
    if (isModule(name)) {
        runModule(text, name);
        return;
    }
    queueLoadEvents(false);
    const value = require('internal/browser/scripts').runScript(text, name);
    if (options.print)
        require('console').log(value);
}

module.exports = { install, run };

'use strict';
/*
 * internal/browser/worker_scope - the global object of a Worker, and its script.
 *
 * The link to the parent keeps the thread alive while it waits. Before it waits
 * it says that it is idle: then the loop has nothing else that is alive.
 */

const { DOM, MESSAGE, closeTasks, queueTask } = internalBinding('browser');
const events = require('internal/browser/event_target');
const errors = require('internal/browser/errors');
const { Link } = require('internal/browser/links');
const { deliver, listOf, naming } = require('internal/browser/ports');
const sources = require('internal/browser/sources');
const trace = internalBinding('trace');
/* Loaded when first used: internal/browser/messages, internal/browser/scripts,
 * stream. */

const SCOPE = 'DedicatedWorkerGlobalScope';
const HANDLERS = ['error', 'message', 'messageerror', 'unhandledrejection',
                  'rejectionhandled'];

class WorkerGlobalScope extends events.EventTarget {}
class DedicatedWorkerGlobalScope extends WorkerGlobalScope {}

const link = new Link('worker', receive);
let isClosing = false;
let isModule = false;

function receive(message, ports) {
    if (isClosing)
        return;
    if (message.type === 'load')
        queueTask(() => load(message), DOM);
    else if (message.type === 'broadcast')
        require('internal/browser/messages').receiveBroadcast(message, link);
    else
        queueTask(() => deliver(globalThis, { data: message.data, ports }),
                  MESSAGE);
}

/* ---- What the scope has ----------------------------------------------- */

function postMessage(data, options = undefined) {
    const list = listOf(SCOPE, arguments.length, options);
    naming(SCOPE, () => link.send({ type: 'message', data }, list));
}

/* The task that runs goes on to its end, and no other begins. */
function close() {
    isClosing = true;
    closeTasks();
}

function importScripts(...addresses) {
    const { DOMException } = globalThis;
    const head = "Failed to execute 'importScripts' on 'WorkerGlobalScope': ";
    if (isModule) {
        throw new TypeError(`${head}Module scripts don't support ` +
                            'importScripts().');
    }
    const found = addresses.map((address) => {
        const href = sources.resolve(address);
        if (href !== undefined)
            return href;
        throw new DOMException(`${head}The URL '${address}' is invalid.`,
                               'SyntaxError');
    });
    for (const href of found) {
        let text;
        try {
            text = sources.read(href);
        } catch {
            throw new DOMException(
                `${head}The script at '${href}' failed to load.`,
                'NetworkError');
        }
        internalBinding('modules').runScript(text, sources.nameOf(href), 1);
    }
}

function install({ defineAll, defineShared }) {
    Object.setPrototypeOf(globalThis, DedicatedWorkerGlobalScope.prototype);
    Object.defineProperty(globalThis, Symbol.toStringTag, {
        value: SCOPE, configurable: true,
    });
    defineShared();
    defineAll({ self: globalThis, close, importScripts, postMessage });
    defineAll({ DedicatedWorkerGlobalScope, WorkerGlobalScope }, false);
    delete globalThis.requestIdleCallback;
    delete globalThis.cancelIdleCallback;
    events.defineHandlers(globalThis, HANDLERS);
    errors.setFallback((fields) => link.send({ type: 'error', ...fields }));
}

/* ---- Its output ------------------------------------------------------- */

const streams = [];

function getStream(fd) {
    const { Readable, Writable } = require('stream');
    streams[fd] ??= fd === 0 ? Readable.from([]) : new Writable({
        decodeStrings: false,
        write(text, encoding, callback) {
            if (trace.isOn())
                trace.print(fd, text);
            link.send({ type: 'print', fd, text });
            callback();
        },
    });
    return streams[fd];
}

/* ---- The script ------------------------------------------------------- */

function load({ href, kind, name, text }) {
    sources.base.url = href;
    sources.defineLocation('WorkerLocation');
    isModule = kind === 'module';
    Object.defineProperty(globalThis, 'name', {
        value: name, writable: true, enumerable: true, configurable: true,
    });
    let found = text;
    try {
        found ??= text === null ? fail() : sources.read(href);
    } catch {
        link.send({ type: 'failed' });
        close();
        return;
    }
    const scripts = require('internal/browser/scripts');
    events.callProgram(isModule ?
        () => scripts.startModule(href, found) :
        () => scripts.runScript(found, sources.nameOf(href)), undefined, []);
}

function fail() {
    throw new Error('There is no such script');
}

function start() {
    process.on('beforeExit', () => {
        if (isClosing)
            return;
        link.send({ type: 'idle', received: link.received });
        link.setAlive(true);
    });
    link.onReceive = () => link.setAlive(false); // what follows does that
    internalBinding('worker').takeControl(link.handle);
    link.start();
    link.setAlive(true);
}

module.exports = { getStream, install, start };

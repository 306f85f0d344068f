'use strict';
/*
 * internal/browser/scripts - classic scripts and modules of a page or a worker.
 *
 * A graph of modules is read and compiled at once, before it runs. import() is
 * settled by a task, as if the network had brought the module.
 */

const { DOM, queueTask } = internalBinding('browser');
const binding = internalBinding('modules');
const { callProgram } = require('internal/browser/event_target');
const sources = require('internal/browser/sources');
/* Loaded when first used: internal/browser/errors, internal/url/url. */

const modules = new Map(); // type and address -> handle
const addresses = new WeakMap(); // handle -> address

/* A classic script: its top level is the global scope. */
function runScript(text, name) {
    binding.setCallbacks(importDynamically, fillMeta);
    binding.compileScript(text, name, 1);
    return binding.runCompiled();
}

/* ---- Modules ---------------------------------------------------------- */

function resolveModule(specifier, from) {
    const isRelative = /^\.{0,2}\//.test(specifier);
    const href = isRelative ? sources.resolve(specifier, from) :
        sources.resolveAlone(specifier);
    if (href !== undefined)
        return href;
    throw new TypeError(`Failed to resolve module specifier '${specifier}'`);
}

function makeJson(href, text) {
    const value = JSON.parse(text);
    return binding.makeModule(href, ['default'],
                              (handle) => handle.setExport('default', value));
}

/* Of modules of a page none is of WebAssembly. */
function refuseSource(href) {
    throw new SyntaxError(
        `Source phase import object is not defined for module '${href}'`);
}

/* The module of an address, with all that it imports; not linked yet. */
function getModule(href, type, text = undefined) {
    const key = `${type ?? ''} ${href}`;
    if (modules.has(key))
        return modules.get(key);
    const found = text ?? sources.read(href);
    const handle = type === 'json' ? makeJson(href, found) :
        binding.compileModule(found, href);
    modules.set(key, handle);
    addresses.set(handle, href);
    try {
        handle.requests.forEach(({ attributes, isSource, specifier }, i) => {
            const address = resolveModule(specifier, href);
            if (isSource)
                refuseSource(address);
            handle.linkRequest(i, getModule(address, attributes.type));
        });
    } catch (error) {
        modules.delete(key);
        throw error;
    }
    return handle;
}

/* A promise, also if it throws at once. */
function evaluate(handle) {
    handle.link();
    return handle.evaluate();
}

/* The first module of a page or a worker. */
function startModule(href, text) {
    const { reportException } = require('internal/browser/errors');
    binding.setCallbacks(importDynamically, fillMeta);
    evaluate(getModule(href, undefined, text)).catch(reportException);
}

/* ---- import() --------------------------------------------------------- */

/* The address of the code that imports: it is known by a path or an address. */
function addressOf(referrer) {
    if (typeof referrer !== 'string')
        return sources.base.url;
    if (referrer.startsWith('/'))
        return require('internal/url/url').pathToFileURL(referrer).href;
    return /^(file|data|blob):/.test(referrer) ? referrer : sources.base.url;
}

function readForImport(href, type) {
    try {
        return getModule(href, type);
    } catch (error) {
        if (error instanceof SyntaxError)
            throw error;
        throw new TypeError(
            `Failed to fetch dynamically imported module: ${href}`);
    }
}

function importDynamically(specifier, referrer, attributes, global, isSource) {
    return new Promise((resolve, reject) => {
        const href = resolveModule(`${specifier}`, addressOf(referrer));
        if (isSource)
            refuseSource(href);
        queueTask(() => callProgram(() => {
            try {
                const handle = readForImport(href, attributes?.type);
                evaluate(handle).then(() => resolve(handle.namespace), reject);
            } catch (error) {
                reject(error);
            }
        }, undefined, []), DOM);
    });
}

function fillMeta(meta, handle) {
    const href = addresses.get(handle);
    meta.url = href;
    meta.resolve = (specifier) => resolveModule(`${specifier}`, href);
}

module.exports = { runScript, startModule };

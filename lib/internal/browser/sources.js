'use strict';
/*
 * internal/browser/sources - where scripts come from: files, data: and blob:
 * URLs. Addresses are relative to the script of the page or of the worker.
 */

/* Loaded when first used: buffer, fs, internal/blob/blob, internal/url/url. */

const base = { url: undefined };

function lazyUrl() {
    return require('internal/url/url');
}

/* The URL of a script that was named on the command line. */
function setBaseByName(name) {
    const { pathToFileURL } = lazyUrl();
    base.url = name.startsWith('/') ? pathToFileURL(name).href :
        pathToFileURL(`${process.cwd()}/`).href;
}

/* An absolute address; undefined if it can't be made one. */
function resolve(address, from = base.url) {
    return lazyUrl().URL.parse(`${address}`, from)?.href;
}

/* An address that is one without a base; undefined if it is none. */
function resolveAlone(address) {
    return lazyUrl().URL.parse(`${address}`)?.href;
}

function readData(href) {
    const { Buffer } = require('buffer');
    const [, head, body] = /^data:([^,]*),([^#]*)/s.exec(href);
    return /;\s*base64\s*$/i.test(head) ?
        Buffer.from(decodeURIComponent(body), 'base64').toString() :
        decodeURIComponent(body);
}

function readBlob(href) {
    const { readNow, resolveObjectURL } = require('internal/blob/blob');
    const blob = resolveObjectURL(href);
    if (blob === undefined)
        throw new Error('There is no such blob');
    return readNow(blob);
}

/* The text behind an address. Throws if there is none. */
function read(href) {
    if (href.startsWith('data:'))
        return readData(href);
    if (href.startsWith('blob:'))
        return readBlob(href);
    return require('fs').readFileSync(lazyUrl().fileURLToPath(href), 'utf8');
}

/* The name of a script in stacks: the path of a file. */
function nameOf(href) {
    return href.startsWith('file:') ? lazyUrl().fileURLToPath(href) : href;
}

/* The global `location`: it can be read; assigning to it does nothing. */
function defineLocation(name) {
    const { URL } = lazyUrl();
    const url = new URL(base.url);
    const Location = { [name]: class {
        toString() { return url.href; }
        get [Symbol.toStringTag]() { return name; }
    } }[name];
    for (const key of ['href', 'origin', 'protocol', 'host', 'hostname', 'port',
                       'pathname', 'search', 'hash']) {
        Object.defineProperty(Location.prototype, key, {
            get: () => url[key], enumerable: true, configurable: true,
        });
    }
    Object.defineProperty(globalThis, 'location', {
        value: new Location(), enumerable: true, configurable: true,
    });
}

module.exports = {
    base, defineLocation, nameOf, read, resolve, resolveAlone, setBaseByName,
};

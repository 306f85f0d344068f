'use strict';
/*
 * internal/util/debuglog - util.debuglog(): output that the environment
 * variable NODE_DEBUG turns on by section, "fs,net" or "http*".
 */

const { formatWithOptions } = require('internal/util/format');

let test;

/* NODE_DEBUG is read once, at the first use. */
function isSectionOn(section) {
    if (test === undefined) {
        const names = process.env.NODE_DEBUG;
        if (!names) {
            test = () => false;
        } else {
            const pattern = new RegExp('^(?:' + names.split(',').map((name) =>
                name.trim().replace(/[|\\{}()[\]^$+?.]/g, '\\$&')
                    .replaceAll('*', '.*')).join('|') + ')$', 'i');
            test = (name) => pattern.test(name);
        }
    }
    return test(section);
}

/* Sections that show what passes over the wire. */
const revealing = new Set(['http', 'http2']);

function warn(section) {
    process.emitWarning(
        `Setting the NODE_DEBUG environment variable to '${
            section.toLowerCase()}' can expose sensitive data (such as ` +
        'passwords, tokens and authentication headers) in the resulting log.');
}

function makeLogger(section) {
    return (...args) => {
        const colors = Boolean(process.stderr.hasColors?.() &&
                               process.stderr.isTTY);
        const text = formatWithOptions({ colors }, ...args);
        process.stderr.write(`${section.toUpperCase()} ${process.pid}: ` +
                             `${text}\n`);
    };
}

/* `onReady` gets the final function, to call it without the wrapper. */
function debuglog(section, onReady) {
    let log;
    function logger(...args) {
        if (log === undefined) {
            const isOn = isSectionOn(section);
            log = isOn ? makeLogger(section) : () => {};
            if (isOn && revealing.has(section.toLowerCase()))
                warn(section);
            if (typeof onReady === 'function')
                onReady(log);
        }
        log(...args);
    }
    Object.defineProperty(logger, 'enabled', {
        __proto__: null, configurable: true, enumerable: true,
        get: () => isSectionOn(section),
    });
    return logger;
}

module.exports = { debuglog };

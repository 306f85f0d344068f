'use strict';
/*
 * repl - read, evaluate, print, again.
 *
 * The line editor is that of node:readline; evaluation is in
 * internal/repl/evaluate, the commands in internal/repl/commands.
 *
 *     line --> a command, or text that waits for its end + line
 *                  --> eval(text, context, file, callback)
 *                          Recoverable: the text waits for another line
 *                          an error:    "Uncaught ..."
 *                          a value:     written by `writer`
 */

const { Server, Recoverable, writer, kModeSloppy, kModeStrict } =
    require('internal/repl/server');
const { kEmptyObject } = require('internal/util');
/* Loaded when first used: internal/process/object, internal/repl/context,
 * internal/repl/syntax, util. */

function gather(prompt, stream, evaluate, useGlobal, ignoreUndefined,
                replMode) {
    if (prompt !== null && typeof prompt === 'object')
        return prompt;
    return { prompt, stream, eval: evaluate, useGlobal, ignoreUndefined,
             replMode };
}

function REPLServer(...args) {
    if (new.target === undefined) {
        process.emitWarning('Instantiating REPLServer without the \'new\' ' +
            'keyword has been deprecated.', 'DeprecationWarning', 'DEP0185');
    }
    return Reflect.construct(Server, [gather(...args) ?? kEmptyObject],
                             new.target ?? REPLServer);
}
Object.setPrototypeOf(REPLServer, Server);
REPLServer.prototype = Object.create(Server.prototype, {
    constructor: { __proto__: null, value: REPLServer, writable: true,
                   configurable: true },
});

function start(...args) {
    return new REPLServer(...args);
}

module.exports = {
    start,
    writer,
    REPLServer,
    REPL_MODE_SLOPPY: kModeSloppy,
    REPL_MODE_STRICT: kModeStrict,
    Recoverable,
    isValidSyntax: (code) => {
        const { isValid } = require('internal/repl/syntax');
        return isValid(code) || isValid(`_=${code}`);
    },
};

let libraries;

/* Deprecated; a warning comes with --pending-deprecation. */
function defineLibraries(name, code, enumerable) {
    const text = `repl.${name} is deprecated. Check module.builtinModules ` +
        'instead';
    const warn = (fn) => {
        const { options } = require('internal/process/object');
        return options.pendingDeprecation ?
            require('util').deprecate(fn, text, code) : fn;
    };
    Object.defineProperty(module.exports, name, {
        __proto__: null, configurable: true, enumerable,
        get: warn(() => {
            libraries ??= require('internal/repl/context').listLibraries();
            return libraries;
        }),
        set: warn((list) => { libraries = list; }),
    });
}

defineLibraries('builtinModules', 'DEP0191', true);
defineLibraries('_builtinLibs', 'DEP0142', false);

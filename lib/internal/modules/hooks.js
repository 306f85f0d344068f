'use strict';

// module.registerHooks(): synchronous functions of the program that take part
// in resolving and loading, for both require() and import.
//
//     registered last -> ... -> registered first -> what would happen anyway
//
// What would happen anyway may be the hooks of module.register(), which run in
// a runtime of their own: see internal/modules/register.
//
// Each calls the next one itself. One that does not must return `shortCircuit:
// true`, so that the others are not left out by mistake. All share one context,
// to which the properties that a hook passes on are added.

const { codes } = require('internal/errors');
const { validateFunction } = require('internal/validators');
/* Loaded when first used: internal/util/types. */

const registered = { __proto__: null, resolve: [], load: [] };
const kinds = ['resolve', 'load'];

class ModuleHooks {
    constructor(given) {
        for (const kind of kinds) {
            this[kind] = given[kind];
            if (given[kind])
                registered[kind].push(this);
        }
        Object.freeze(this);
    }

    deregister() {
        for (const kind of kinds) {
            const at = registered[kind].indexOf(this);
            if (at !== -1)
                registered[kind].splice(at, 1);
        }
    }
}

function registerHooks(hooks) {
    const { resolve, load } = hooks;
    for (const [kind, fn] of [['resolve', resolve], ['load', load]]) {
        if (fn)
            validateFunction(fn, `hooks.${kind}`);
    }
    return new ModuleHooks({ resolve, load });
}

function wrongResult(kind, property, wanted, value) {
    return new codes.ERR_INVALID_RETURN_PROPERTY_VALUE(wanted, kind, property,
                                                       value);
}

// ---- One run through the hooks ---------------------------------------------

// `usual` is what would happen without hooks; `check` looks at what each step
// returns. The hooks are those that there are now: one may add others.
function run(kind, subject, context, usual, check) {
    const hooks = registered[kind].slice();
    let reached; // how far down the run has got
    function step(index, what, given) {
        reached = index;
        if (given && given !== context)
            Object.assign(context, given);
        if (index < 0)
            return check(what, usual(what, context));
        const result = hooks[index][kind](
            what, context, (next, more) => step(index - 1, next, more));
        if (reached === index && !result.shortCircuit) {
            throw wrongResult(kind, 'shortCircuit', 'true',
                              result.shortCircuit);
        }
        return check(what, result);
    }
    return step(hooks.length - 1, subject, context);
}

function checkResolved(specifier, { url, format, importAttributes }) {
    if (typeof url !== 'string')
        throw wrongResult('resolve', 'url', 'a URL string', url);
    if (format && typeof format !== 'string')
        throw wrongResult('resolve', 'format', 'a string', format);
    if (importAttributes && typeof importAttributes !== 'object') {
        throw wrongResult('resolve', 'importAttributes', 'an object',
                          importAttributes);
    }
    return { __proto__: null, url, format, importAttributes };
}

function isBytes(source) {
    return ArrayBuffer.isView(source) ||
        require('internal/util/types').isAnyArrayBuffer(source);
}

function checkLoaded(url, result) {
    const { format, source } = result;
    const needsSource = !url.startsWith('node:') && format !== 'addon' &&
        !(format === 'commonjs' && source == null);
    if (needsSource && typeof source !== 'string' && !isBytes(source)) {
        throw wrongResult('load', 'source',
                          'a string, an ArrayBuffer, or a TypedArray', source);
    }
    if (format !== undefined && typeof format !== 'string')
        throw wrongResult('load', 'format', 'a string', format);
    return result;
}

// The hooks of module.register(), if the program has any.
let loader;

function setCustomLoader(module) {
    loader = module;
}

function customLoader() {
    return loader;
}

// ---- For both loaders ------------------------------------------------------

function has(kind) {
    return registered[kind].length > 0;
}

// { url, format, importAttributes }
function resolve(specifier, parentURL, importAttributes, conditions, usual) {
    const context = { parentURL, importAttributes,
                      conditions: [...conditions] };
    return run('resolve', specifier, context, usual, checkResolved);
}

// { format, source }, the source as text.
function load(url, format, importAttributes, conditions, usual) {
    const context = { format, importAttributes, conditions: [...conditions] };
    const result = run('load', url, context, usual, checkLoaded);
    return { __proto__: null, format: result.format,
             source: toText(result.source) };
}

function toText(source) {
    return isBytes(source) ? new TextDecoder().decode(source) : source;
}

module.exports = {
    customLoader, has, load, registerHooks, resolve, setCustomLoader, toText,
    wrongResult,
};

'use strict';
/*
 * internal/modules/hooks_runtime - the other side of internal/modules/register:
 * runs the hooks of module.register(), one chain for resolving and one for
 * loading.
 *
 *     registered last -> ... -> registered first -> what would happen anyway
 *
 * Hooks may be asynchronous. Each gets the next one to call; a hook that does
 * not call it must return `shortCircuit: true`. All share one context, to which
 * the properties that a hook passes on are added.
 */

const binding = internalBinding('hooks_runtime');
const channel = require('internal/modules/hooks_channel');
const { codes } = require('internal/errors');
const { isAnyArrayBuffer } = require('internal/util/types');
const { validateObject, validateString } = require('internal/validators');
const { getConditions } = require('internal/modules/helpers');
/* Loaded when first used: internal/errors/copy, internal/modules/esm,
 * internal/modules/hooks, internal/modules/translate,
 * internal/worker/process. */

const chains = {
    __proto__: null,
    resolve: [{ url: 'node:internal/modules/esm/resolve', fn: resolveItself }],
    load: [{ url: 'node:internal/modules/esm/load', fn: loadItself }],
};

// ---- What would happen anyway ----------------------------------------------

/* Attributes are not part of it: what a hook wrote into the context is lost. */
async function resolveItself(specifier, { parentURL, conditions }) {
    const { resolve } = require('internal/modules/esm');
    const { withHint } = require('internal/modules/translate');
    return withHint(resolve(specifier, parentURL, new Set(conditions)),
                    specifier);
}

async function loadItself(url, context) {
    const { loadForHook } = require('internal/modules/translate');
    return loadForHook(url, context);
}

// ---- A run through a chain -------------------------------------------------

const checkArgument = {
    __proto__: null,
    resolve(who, specifier) {
        validateString(specifier, `${who} specifier`);
    },
    load(who, url) {
        if (typeof url !== 'string') {
            throw new codes.ERR_INVALID_ARG_TYPE(`${who} url`, 'a URL string',
                                                 url);
        }
        if (!URL.canParse(url)) {
            throw new codes.ERR_INVALID_ARG_VALUE(`${who} url`, url,
                                                  'should be a URL string');
        }
    },
};

function checkObject(who, output) {
    if (typeof output !== 'object' || output === null)
        throw new codes.ERR_INVALID_RETURN_VALUE('an object', who, output);
}

/* The function that a hook is given to call the one at `index`. */
function makeNext(kind, index, run) {
    const { fn, url } = chains[kind][index];
    const name = `next${kind[0].toUpperCase()}${kind.slice(1)}`;
    const who = `${url} '${kind}'`;
    const next = async (what = undefined, more) => {
        run.who = who;
        checkArgument[kind](`${who} hook's ${name}()`, what);
        if (more)
            validateObject(more, `${who} hook's ${name}() context`);
        run.isFinished ||= index === 0;
        Object.assign(run.context, more);
        const output = await fn(what, run.context, index > 0 ?
            makeNext(kind, index - 1, run) : undefined);
        checkObject(`${who} hook's ${name}()`, output);
        run.isCutShort ||= output.shortCircuit === true;
        return output;
    };
    return Object.defineProperty(next, 'name', { __proto__: null, value: name });
}

let hasWarnedOfAssertions = false;

function warnOfAssertions() {
    if (hasWarnedOfAssertions)
        return;
    hasWarnedOfAssertions = true;
    process.emitWarning(
        'Use `importAttributes` instead of `importAssertions`',
        'ExperimentalWarning');
}

/* The name that attributes had once. */
function addOldName(context) {
    Object.defineProperty(context, 'importAssertions', {
        __proto__: null, configurable: true,
        get() {
            warnOfAssertions();
            return this.importAttributes;
        },
        set(value) {
            warnOfAssertions();
            this.importAttributes = value;
        },
    });
}

function attributesOf(output) {
    if ('importAttributes' in output || !('importAssertions' in output))
        return output.importAttributes;
    warnOfAssertions();
    return output.importAssertions;
}

/* { output, who }: the result, and the URL of the hook that returned it. */
async function runChain(kind, what, context) {
    addOldName(context);
    const run = { who: '', context, isFinished: false, isCutShort: false };
    const output = await makeNext(kind, chains[kind].length - 1, run)(what);
    if (!run.isFinished && !run.isCutShort)
        throw new codes.ERR_LOADER_CHAIN_INCOMPLETE(run.who);
    return { output, who: run.who };
}

function wrong(wanted, who, property, value) {
    return new codes.ERR_INVALID_RETURN_PROPERTY_VALUE(wanted, who, property,
                                                       value);
}

async function resolve(specifier, parentURL, importAttributes) {
    const { output, who } = await runChain('resolve', specifier, {
        conditions: [...getConditions('import')], importAttributes, parentURL });
    const { format, url } = output;
    const attributes = attributesOf(output);
    if (typeof url !== 'string' || !URL.canParse(url))
        throw wrong('a URL string', who, 'url', url);
    if (attributes != null && typeof attributes !== 'object')
        throw wrong('an object', who, 'importAttributes', attributes);
    if (format != null && typeof format !== 'string')
        throw wrong('a string', who, 'format', format);
    return { format, url, importAttributes:
        attributes == null ? attributes : { ...attributes } };
}

function isSource(value) {
    return value == null || typeof value === 'string' ||
        ArrayBuffer.isView(value) || isAnyArrayBuffer(value);
}

async function load(url, context) {
    const { output, who } = await runChain('load', url, context);
    const { format, source, responseURL = url } = output;
    if (typeof responseURL !== 'string' ||
        URL.parse(responseURL)?.href !== responseURL) {
        throw wrong('undefined or a fully resolved URL string', who,
                    'responseURL', responseURL);
    }
    if (format == null) {
        const { unknownFormat } = require('internal/modules/translate');
        throw unknownFormat(url, format);
    }
    if (typeof format !== 'string')
        throw wrong('a string', who, 'format', format);
    if (!isSource(source)) {
        throw wrong('a string, an ArrayBuffer, or a TypedArray', who, 'source',
                    source);
    }
    return { format, responseURL, source };
}

// ---- What hooks import -----------------------------------------------------

/* The imports of a hook file are hooked, too, by the hooks registered before.
 * These may be asynchronous, and the loader of this runtime is not; so all
 * their answers are collected first, and the loader finds them here. */
const answers = { __proto__: null, resolve: new Map(), load: new Map() };

function keyOf(specifier, parentURL) {
    return `${parentURL}\x00${specifier}`;
}

async function prepare(specifier, parentURL, importAttributes = {}) {
    if (chains.resolve.length === 1 && chains.load.length === 1)
        return;
    const found = await resolve(specifier, parentURL, { ...importAttributes });
    answers.resolve.set(keyOf(specifier, parentURL), found);
    const { url, format } = found;
    if (answers.load.has(url))
        return;
    answers.load.set(url, undefined); /* under way: a cycle ends here */
    const loaded = await load(url, {
        format, conditions: [...getConditions('import')],
        importAttributes: found.importAttributes ?? { ...importAttributes } });
    answers.load.set(url, loaded);
    if (loaded.format === 'module')
        await prepareImports(url, loaded.source);
}

async function prepareImports(url, source) {
    const { compileModule } = internalBinding('modules');
    const { toText } = require('internal/modules/hooks');
    for (const request of compileModule(toText(source), url).requests)
        await prepare(request.specifier, url, request.attributes);
}

/* The counterpart of internal/modules/register for this runtime. What was not
 * prepared before, such as a require(), is not hooked. */
const ownHooks = {
    __proto__: null,
    isNeverSettled: () => false,
    load(url, context) {
        const { loadForHook } = require('internal/modules/translate');
        return answers.load.get(url) ?? loadForHook(url, context);
    },
    prepare,
    resolve(specifier, parentURL) {
        return answers.resolve.get(keyOf(specifier, parentURL));
    },
};

// ---- Registering -----------------------------------------------------------

let hasWarnedOfPreload = false;

function warnOfPreload() {
    if (hasWarnedOfPreload)
        return;
    hasWarnedOfPreload = true;
    process.emitWarning(
        '`globalPreload` has been removed; use `initialize` instead.',
        'UnsupportedWarning');
}

async function register(specifier, parentURL, data) {
    const { importFrom } = require('internal/modules/esm');
    await prepare(specifier, parentURL);
    const hooks = await importFrom(specifier, parentURL);
    for (const kind of ['resolve', 'load']) {
        if (hooks[kind])
            chains[kind].push({ url: specifier, fn: hooks[kind] });
    }
    const { initialize } = hooks;
    if (initialize)
        await initialize(data);
    else if (hooks.globalPreload)
        warnOfPreload();
}

// ---- Questions -------------------------------------------------------------

const methods = { __proto__: null, load, register, resolve };

async function answer({ method, args }) {
    let message;
    try {
        message = { value: await methods[method](...args) };
    } catch (error) {
        message = { error: require('internal/errors/copy').write(error) };
    }
    channel.send(message, []);
    binding.settle();
}

function start() {
    require('internal/worker/process').refuseChanges();
    require('internal/modules/hooks').setCustomLoader(ownHooks);
    channel.setOnMessage(answer);
}

module.exports = { register, start };

'use strict';

// ES modules: import, import(), import.meta, and require() of an ES module.
//
// A job is one module on its way. It is made with its whole graph: everything
// is read and compiled at once and synchronously, as Node does, so that
// require() and import can share one cache. Then
//
//     import:   instantiate -> evaluate, with promises in between
//     require:  link, refuse if anything awaits, evaluate, all at once
//
// The promises in between are deliberate. How many microtasks pass before a
// body runs, and before import() is settled, can be seen by a program; so the
// async functions below are where Node's are, and each await is one that Node
// has. test/modules/import_ticks counts them.

const binding = internalBinding('modules');
const { readFileUtf8 } = internalBinding('fs');
const { beginProgram } = internalBinding('process');
const { codes, throwIfNoMemory } = require('internal/errors');
const {
    formatHint, load, translate, warnTypeless, withHint,
} = require('internal/modules/translate');
const hooks = require('internal/modules/hooks');
const resolution = require('internal/modules/resolve');
const packageJson = require('internal/modules/package_json');
const { options } = require('internal/process/object');
const {
    diagnostics, entry, getConditions, lazyUrl, options: moduleOptions,
    pathToUrl, urlToFilename, urlToPath,
} = require('internal/modules/helpers');
/* Loaded when first used: fs, internal/modules/cjs,
 * internal/modules/cjs_resolve, internal/modules/run_main, internal/options,
 * internal/vm/imports, internal/vm/modules, path. */

// ---- Jobs ------------------------------------------------------------------

const jobs = new Map();   // URL and type -> job
const metas = new WeakMap(); // handle -> { url, isMain }, for import.meta

function keyOf(href, attributes) {
    return `${attributes.type ?? ''}\x00${href}`;
}

function newJob(href, attributes, made, isMain) {
    const { handle, commonJS, fill } = made;
    if (!metas.has(handle))
        metas.set(handle, { href, isMain, fill });
    return { __proto__: null, href, key: keyOf(href, attributes), handle,
             commonJS, isMain, imports: [], sync: false,
             instantiated: undefined, linkError: undefined,
             evaluation: undefined };
}

// The job is in the cache while its imports are looked up, or a cycle would
// never end; if one is not to be had, it leaves again, and the next import
// starts afresh.
function linkImports(job, forRequire) {
    const { requests } = job.handle;
    jobs.set(job.key, job);
    try {
        for (let i = 0; i < requests.length; i++) {
            const { specifier, attributes, isSource } = requests[i];
            const found = isSource ?
                getSourceJob(specifier, job.href, attributes) :
                getJob(specifier, job.href, attributes, forRequire);
            job.handle.linkRequest(i, found.handle);
            job.imports.push(found);
        }
    } catch (error) {
        jobs.delete(job.key);
        throw error;
    }
    return job;
}

function checkCycle(found, specifier, parent) {
    const from = ` (from ${urlToFilename(parent)})`;
    if (found.handle.state === 'running') {
        throw new codes.ERR_REQUIRE_CYCLE_MODULE(
            `Cannot import Module ${specifier} in a cycle.${from}`);
    }
}

function checkCommonJSCycle(made, specifier, parent) {
    const { isExecuting } = require('internal/modules/cjs');
    if (made.commonJS !== undefined && isExecuting(made.commonJS)) {
        throw new codes.ERR_REQUIRE_CYCLE_MODULE(
            `Cannot import CommonJS Module ${specifier} in a cycle. ` +
            `(from ${urlToFilename(parent)})`);
    }
}

function resolve(specifier, parent, conditions = getConditions('import')) {
    const isMain = parent === undefined;
    return resolution.resolve(specifier, parent ?? cwdUrl(), conditions,
                              isMain);
}

// A specifier always resolves to the same URL: the file may have been removed
// since, but its module is still loaded.
const resolved = new Map();

function resolveOnce(specifier, parent) {
    const key = `${parent ?? ''}\x00${specifier}`;
    let href = resolved.get(key);
    if (href === undefined) {
        href = resolve(specifier, parent);
        resolved.set(key, href);
    }
    return href;
}

// { href, attributes, format }: the format is set only if a hook returned it.
function resolveRequest(specifier, parent, attributes) {
    const custom = hooks.customLoader();
    if (!hooks.has('resolve') && custom === undefined) {
        const href = resolveOnce(specifier, parent);
        return { href, attributes,
                 format: hooks.has('load') ? formatHint(href) : undefined };
    }
    const found = hooks.resolve(
        specifier, parent, attributes, getConditions('import'),
        (wanted, { parentURL, conditions, importAttributes }) => (
            custom?.resolve(wanted, parentURL, importAttributes) ??
            withHint(resolve(wanted, parentURL, new Set(conditions)),
                     wanted)));
    return { href: found.url, format: found.format,
             attributes: found.importAttributes ?? attributes };
}

function cwdUrl() {
    return pathToUrl(`${process.cwd()}/`);
}

// The job of what `parent` means by the specifier; `parent` is undefined for
// the program itself.
function getJob(specifier, parent, asked, forRequire = false) {
    const { href, attributes, format } = resolveRequest(specifier, parent,
                                                        asked);
    const known = jobs.get(keyOf(href, attributes));
    if (known !== undefined) {
        if (forRequire)
            checkCycle(known, specifier, parent);
        return known;
    }
    const isMain = parent === undefined;
    const made = make(href, attributes, format, isMain);
    if (forRequire)
        checkCommonJSCycle(made, specifier, parent);
    const job = newJob(href, attributes, made, isMain);
    job.sync = forRequire;
    return linkImports(job, forRequire);
}

// ---- Sources ---------------------------------------------------------------

// What a module is compiled from, without what it imports, and without running
// it: only WebAssembly has such a thing. `made` is that of its job, if it is
// imported as well.
const sources = new Map(); // URL and type -> made

function make(href, attributes, format, isMain) {
    const key = keyOf(href, attributes);
    const known = sources.get(key);
    if (known !== undefined)
        return known;
    const made = translate(href, load(href, attributes, format), isMain);
    if (made.source !== undefined)
        sources.set(key, made);
    return made;
}

function getSource(specifier, parent, asked) {
    const { href, attributes, format } = resolveRequest(specifier, parent,
                                                        asked);
    const made = make(href, attributes, format, false);
    if (made.source === undefined)
        throw new codes.ERR_SOURCE_PHASE_NOT_DEFINED(href);
    return { __proto__: null, href, made };
}

// A module that exports the source, in place of one that is imported.
function getSourceJob(specifier, parent, asked) {
    const { href, made } = getSource(specifier, parent, asked);
    made.sourceHandle ??= binding.makeModule(
        `source of ${href}`, ['default'],
        (handle) => handle.setExport('default', made.source));
    return { __proto__: null, href, handle: made.sourceHandle, imports: [] };
}

async function importSource(specifier, parent, attributes) {
    return getSource(specifier, parent, attributes).made.source;
}

// ---- Linking ---------------------------------------------------------------

const noExport = /module '(.*)' does not provide an export named '(.+)'/s;

function lineOf(job, index) {
    const { line } = job.handle.requests[index];
    try {
        return readFileUtf8(urlToPath(job.href)).split('\n')[line - 1];
    } catch (error) {
        throwIfNoMemory(error);
        return ''; // a data: URL; there is no advice then
    }
}

// A name that the lexer did not find in CommonJS may be there all the same.
function explainNamedExport(error, job) {
    const match = noExport.exec(error?.message ?? '');
    if (match === null)
        return;
    const [, specifier, name] = match;
    const { requests } = job.handle;
    const index = requests.findIndex((r) => r.specifier === specifier);
    if (job.imports[index]?.commonJS === undefined)
        return;
    const list = /{.*}/.exec(lineOf(job, index));
    const before = error.message;
    error.message =
        `Named export '${name}' not found. The requested module ` +
        `'${specifier}' is a CommonJS module, which may not support all ` +
        'module.exports as named exports.\nCommonJS modules can always be ' +
        'imported via the default export, for example using:\n\nimport pkg ' +
        `from '${specifier}';\n${list === null ? '' :
            `const ${list[0].replace(/\s+as\s+/g, ': ')} = pkg;\n`}`;
    error.stack = error.stack.replace(before, () => error.message);
}

function linkGraph(job) {
    try {
        job.handle.link();
    } catch (error) {
        explainNamedExport(error, job);
        job.linkError = error;
        throw error;
    }
}

const done = Promise.resolve();

// Settled when all of these are, without the job that `await` of an array of
// promises would add.
function allOf(list, start) {
    return new Promise((fulfil, reject) => {
        let left = list.length;
        if (left === 0)
            fulfil();
        for (const item of list) {
            Promise.resolve(start(item)).then(() => {
                if (--left === 0)
                    fulfil();
            }, reject);
        }
    });
}

async function instantiate(job) {
    const graph = new Set();
    const visit = async (member) => {
        if (graph.has(member))
            return undefined;
        graph.add(member);
        return allOf(member.imports, visit);
    };
    await visit(job);
    linkGraph(job);
    for (const member of graph)
        member.instantiated = done; // they were linked with this one
}

// ---- Running ---------------------------------------------------------------

const advice = {
    __proto__: null,
    require: 'replace require() with import',
    module: 'use export instead of module.exports/exports',
    exports: 'use export instead of module.exports/exports',
    __filename: 'use import.meta.filename instead',
    __dirname: 'use import.meta.dirname instead',
};

function explainAmbiguous(error, name) {
    error.message =
        `Cannot determine intended module format because both '${name}' and ` +
        'top-level await are present. If the code is intended to be ' +
        'CommonJS, wrap await in an async function. If the code is intended ' +
        `to be an ES module, ${advice[name]}.`;
    error.code = 'ERR_AMBIGUOUS_MODULE_SYNTAX';
}

// CommonJS code in an ES module: explain the ReferenceError.
function explainCommonJSName(error, job) {
    if (error?.name !== 'ReferenceError')
        return;
    const name = /^'?(\w+)'? is not defined$/.exec(error.message)?.[1];
    if (name === undefined || advice[name] === undefined)
        return;
    if (job.handle.awaitsItself) {
        explainAmbiguous(error, name);
        return;
    }
    error.message += ' in ES module scope';
    if (name === 'require')
        error.message += ', you can use import instead';
    const pkg = /^file:.*\.js(\?[^#]*)?(#.*)?$/.test(job.href) &&
        packageJson.getScope(job.href);
    if (pkg && pkg.type === 'module') {
        error.message +=
            '\nThis file is being treated as an ES module because it has a ' +
            `'.js' file extension and '${pkg.path}' contains "type": ` +
            '"module". To treat it as a CommonJS script, rename it to use ' +
            'the \'.cjs\' file extension.';
    }
}

function evaluate(job) {
    beginProgram();
    return job.handle.evaluate();
}

// For a job that require() made, and that is imported now.
async function runRequired(job) {
    const { state } = job.handle;
    if (state === 'errored')
        throw job.handle.error;
    if (state === 'linked' || state === 'unlinked') {
        linkGraph(job); // it was refused, because it awaits or does not link
        job.evaluation = evaluate(job);
    }
    if (job.evaluation !== undefined) {
        await job.evaluation;
        job.evaluation = undefined;
    }
    return { __proto__: null, handle: job.handle };
}

async function runImported(job) {
    job.instantiated ??= instantiate(job);
    await job.instantiated;
    try {
        await evaluate(job);
    } catch (error) {
        explainCommonJSName(error, job);
        throw error;
    }
    return { __proto__: null, handle: job.handle };
}

function run(job) {
    return job.sync ? runRequired(job) : runImported(job);
}

// ---- import() --------------------------------------------------------------

// A hook that never answers makes an import that never ends.
function getJobOrNever(specifier, parent, attributes) {
    try {
        return getJob(specifier, parent, attributes);
    } catch (error) {
        if (hooks.customLoader()?.isNeverSettled(error))
            return new Promise(() => {});
        throw error;
    }
}

async function importInner(specifier, parent, attributes) {
    const job = await getJobOrNever(specifier, parent, attributes);
    const { handle } = await run(job);
    return handle.namespace;
}

async function importFrom(specifier, parent, attributes = { __proto__: null }) {
    return importInner(specifier, parent, attributes);
}

// Code is named by a path, a URL, or something like '[eval]' without a place.
function urlOfReferrer(name) {
    if (typeof name !== 'string')
        return undefined;
    if (name[0] === '/')
        return pathToUrl(name);
    return /^(file|data|node):/.test(name) || lazyUrl().URL.canParse(name) ?
        name : undefined;
}

const same = (namespace) => namespace;

// Node's takes one microtask more than its async functions account for: that is
// the then().
async function importDynamically(specifier, referrer, attributes, global,
                                 isSource) {
    // Code without a calling script, such as eval() as a promise's reaction.
    if (referrer === null)
        throw new codes.ERR_VM_DYNAMIC_IMPORT_CALLBACK_MISSING();
    const byVm = require('internal/vm/imports').get(referrer, global);
    if (byVm !== undefined)
        return byVm(specifier, attributes, isSource ? 'source' : 'evaluation');
    const parent = urlOfReferrer(referrer) ?? cwdUrl();
    if (hooks.customLoader()?.prepare !== undefined)
        await hooks.customLoader().prepare(specifier, parent, attributes);
    if (isSource)
        return importSource(specifier, parent, attributes);
    if (!diagnostics.import?.hasSubscribers)
        return importFrom(specifier, parent, attributes).then(same);
    return diagnostics.import.tracePromise(
        importFrom, { __proto__: null, parentURL: parent, url: specifier },
        undefined, specifier, parent, attributes);
}

// ---- import.meta -----------------------------------------------------------

function metaResolve(specifier, parent) {
    try {
        return resolveRequest(`${specifier}`, parent,
                              { __proto__: null }).href;
    } catch (error) {
        // The URL is right even if there is nothing behind it.
        if ((error?.code === 'ERR_UNSUPPORTED_DIR_IMPORT' ||
             error?.code === 'ERR_MODULE_NOT_FOUND') && error.url !== undefined)
            return error.url;
        throw error;
    }
}

// Only an option makes the second argument count.
function makeMetaResolve(href) {
    if (!require('internal/options').has('experimental-import-meta-resolve'))
        return function resolve(specifier) {
            return metaResolve(specifier, href);
        };
    return function resolve(specifier, parent = href) {
        return metaResolve(specifier, `${parent}`);
    };
}

function fillMeta(meta, handle) {
    const { href, isMain, fill } = metas.get(handle) ?? {};
    if (fill !== undefined) { // the text is ours, not the program's
        fill(meta);
        return;
    }
    if (href === undefined) {
        require('internal/vm/modules').metas.get(handle)?.(meta);
        return;
    }
    if (href.startsWith('file:')) {
        const { dirname } = require('path');
        const filename = urlToPath(href);
        meta.dirname = dirname(filename);
        meta.filename = filename;
    }
    meta.main = isMain;
    meta.resolve = makeMetaResolve(href);
    meta.url = href;
}

// ---- require() of an ES module ---------------------------------------------

function refuseAwaiting(job, parent) {
    if (job.handle.awaits) {
        const { requireStack } = require('internal/modules/cjs_resolve');
        throw new codes.ERR_REQUIRE_ASYNC_MODULE(urlToFilename(job.href),
                                                 requireStack(parent));
    }
}

function cycleError(filename, parent) {
    return new codes.ERR_REQUIRE_CYCLE_MODULE(
        `Cannot require() ES Module ${filename} in a cycle.` +
        (parent?.filename ? ` (from ${parent.filename})` : '') +
        ' A cycle involving require(esm) is not allowed to maintain ' +
        'invariants mandated by the ECMAScript specification. Try making at ' +
        'least part of the dependency in the graph lazily loaded.');
}

// Nothing is awaited, so the promise is settled when the call returns; its
// reason is the module's error, which is thrown here, so the promise is
// handled.
function evaluateNow(job) {
    const promise = evaluate(job);
    promise.then(undefined, () => {});
    if (job.handle.state === 'errored') {
        const { error } = job.handle;
        explainCommonJSName(error, job);
        throw error;
    }
    return job.handle.namespace;
}

function requireKnown(job, filename, parent) {
    const { state } = job.handle;
    if (state === 'running')
        throw cycleError(filename, parent);
    if (state === 'unlinked') {
        // import() has begun with it and is waiting for its turn, or has failed
        // to link it.
        throw job.linkError ?? new codes.ERR_REQUIRE_ESM_RACE_CONDITION(
            filename, parent?.filename, false);
    }
    refuseAwaiting(job, parent);
    if (state === 'errored')
        throw job.handle.error;
    return state === 'evaluated' ? job.handle.namespace : runNow(job, filename,
                                                                 parent);
}

function runNow(job, filename, parent) {
    if (job.handle.running)
        throw cycleError(filename, parent);
    return evaluateNow(job);
}

// `asked` is { filename, content, handle?, parent, onHandle }.
function requireModule(asked) {
    const { filename, parent } = asked;
    const href = pathToUrl(filename);
    const none = { __proto__: null };
    let job = jobs.get(keyOf(href, none));
    if (job !== undefined) {
        asked.onHandle(job.handle);
        return { handle: job.handle,
                 namespace: requireKnown(job, filename, parent) };
    }
    const handle = asked.handle ?? binding.compileModule(asked.content, href);
    job = newJob(href, none, { handle }, false);
    job.sync = true;
    linkImports(job, true);
    asked.onHandle(handle);
    linkGraph(job);
    refuseAwaiting(job, parent);
    return { handle, namespace: runNow(job, filename, parent) };
}

// require() in CommonJS whose source came from a hook: it runs the hooks as
// import does. Cycles are as usual in CommonJS.
function requireHooked(specifier, parent) {
    const asked = { __proto__: null };
    if (specifier.endsWith('.json'))
        asked.type = 'json';
    const { href, attributes } = resolveRequest(specifier, parent, asked);
    const known = jobs.get(keyOf(href, attributes));
    if (known?.commonJS !== undefined && known.handle.state === 'running')
        return known.commonJS.exports;
    const job = known ?? getJob(specifier, parent, asked);
    if (job.handle.state === 'unlinked')
        linkGraph(job);
    if (job.handle.state !== 'evaluated')
        evaluateNow(job);
    const { exportsOfModule } = require('internal/modules/cjs');
    const { commonJS, handle } = job;
    return commonJS !== undefined ? commonJS.exports :
        /^node:|\.json$/.test(job.href) ? handle.namespace.default :
            exportsOfModule(handle, handle.namespace);
}

function resolveHooked(specifier, parent) {
    return urlToFilename(
        resolveRequest(specifier, parent, { __proto__: null }).href);
}

// ---- The program -----------------------------------------------------------

function reportFatal(error) {
    const { reportUncaught } = require('internal/modules/run_main');
    reportUncaught(error);
}

async function runEntry(start, before) {
    try {
        if (before !== undefined)
            await before();
        await start();
    } catch (error) {
        reportFatal(error);
    } finally {
        entry.settled = true;
    }
}

// Until version 22 Node read modules by the loop, so that their bodies ran in
// the poll phase.
function waitForPoll(href) {
    const { stat } = require('fs').promises;
    return stat(urlToPath(href)).catch(() => {});
}

// `handle` if finding out what kind of file it is has compiled it already.
function runMain(href, handle) {
    const none = { __proto__: null };
    const isOld = options.profile.loopReadsModules; // and one wait less
    const start = () => {
        if (moduleOptions.inputType !== '' && !href.startsWith('data:'))
            throw new codes.ERR_INPUT_TYPE_NOT_ALLOWED();
        if (handle !== undefined) {
            warnTypeless(href);
            linkImports(newJob(href, none, { handle }, true), false);
        }
        return (isOld ? importInner : importFrom)(href, undefined, none);
    };
    entry.promise = runEntry(start,
                             isOld ? () => waitForPoll(href) : undefined);
    return entry.promise;
}

// What stands in for a program that is an ES module.
function runEntryOf(start) {
    entry.promise = runEntry(start);
    return entry.promise;
}

// -e and standard input: a module without a file.
function runSource(source, href, handle) {
    const none = { __proto__: null };
    entry.promise = runEntry(async () => {
        handle ??= binding.compileModule(source, href);
        const job = linkImports(newJob(href, none, { handle }, true), false);
        await runImported(job);
    });
    return entry.promise;
}

module.exports = {
    cwdUrl,
    entry,
    fillMeta,
    importDynamically,
    importFrom,
    requireHooked,
    requireModule,
    resolve,
    resolveHooked,
    runEntry,
    runEntryOf,
    runMain,
    runSource,
};

'use strict';
/* internal/process/start - what is run: a file, -e, or standard input; and what
 * goes before it. */

const { options } = require('internal/process/object');
/* Loaded when first used: internal/errors, internal/http/proxy,
 * internal/explore/lines, internal/ipc/channel, internal/modules/helpers,
 * internal/modules/hooks_runtime, internal/modules/run_main, internal/options,
 * internal/process/apply_options, internal/repl/main, internal/util,
 * internal/worker/main. */

let preloadFailed = false;

function runMain() {
    return require('internal/modules/run_main');
}

function setOptions() {
    const isOff = options.named.length === 0 ? () => false :
        require('internal/options').has;
    require('internal/modules/helpers').setOptions({
        addons: !isOff('no-addons'),
        detectModule: !isOff('no-experimental-detect-module'),
        requireModule: !isOff('no-experimental-require-module') &&
            !isOff('no-require-module'),
        globalSearchPaths: !isOff('no-global-search-paths'),
        conditions: options.conditions,
        preserveSymlinks: options.preserveSymlinks,
        preserveSymlinksMain: options.preserveSymlinksMain,
        inputType: options.inputType ?? '',
    });
}

/* -p prints when the program is over, so that a promise has its outcome by
 * then, and before the program's own listeners. */
function printAtExit(value) {
    process.prependListener('exit', () => console.log(value));
}

/* Programs given by -e find the modules under their names, as if they had
 * been required; `crypto` is the module there, not that of the web. */
function exposeModules() {
    const { listBuiltins } = require('internal/modules/helpers');
    const { defineLazy } = require('internal/util');
    for (const id of listBuiltins()) {
        if (!/^[a-z]\w*$/.test(id) || id === 'module' ||
            (id !== 'crypto' && Object.hasOwn(globalThis, id)))
            continue;
        defineLazy(globalThis, id, () => require(id), false);
    }
}

function runText(text, name) {
    const value = runMain().runEval(text, name, options.inputType ?? '',
                                    options.print);
    if (options.print)
        printAtExit(value);
}

function runEval(text) {
    exposeModules();
    runText(text, '[eval]');
}

function readInput() {
    const text = internalBinding('stdio').readAll(0);
    if (typeof text === 'number') {
        const { UVException } = require('internal/errors');
        throw new UVException({ errno: text, syscall: 'read' });
    }
    return text;
}

/* -c: compile the program as its format says, and run nothing. */
function check() {
    if (options.script === '-')
        runMain().checkText(readInput(), '[stdin]', options.inputType ?? '');
    else
        runMain().checkFile(options.script);
}

function runProgram(byImport = false) {
    if (options.command !== undefined)
        require(`internal/${options.command}/main`).run(options.args);
    else if (options.prompts)
        require('internal/repl/main').run();
    else if (options.eval !== undefined)
        runEval(options.eval);
    else if (options.check)
        check();
    else if (options.script === '-')
        runText(readInput(), '[stdin]');
    else if (options.named.length > 0 &&
             require('internal/options').has('entry-url'))
        runMain().runEntryUrl(options.script);
    else
        runMain().start(options.script, byImport);
}

function loaders() {
    return options.named.length === 0 ? [] :
        require('internal/options').getAll('experimental-loader');
}

/* --import comes before the program and may take its time. */
async function runAfterImports() {
    try {
        if (loaders().length > 0)
            runMain().registerLoaders(loaders());
        await runMain().preloadImports(options.imports);
    } catch (error) {
        preloadFailed = true;
        runMain().reportUncaught(error);
        return;
    }
    runProgram(true);
}

function usesProxies() {
    return internalBinding('variables').getEnv('NODE_USE_ENV_PROXY') === '1' ||
        (options.named.length > 0 &&
         require('internal/options').has('use-env-proxy'));
}

function isExplored() {
    return internalBinding('process').backend() === 'sim' &&
        internalBinding('explore').isOn();
}

// Without a thread of its own esbuild (and so tsx) is a child process that ends, which
// the simulator can run.
function prepareExplored() {
    require('internal/explore/lines').watch();
    process.env.ESBUILD_WORKER_THREADS ??= '0';
}

function prepare() {
    runMain().initialize();
    if (isExplored())
        prepareExplored();
    if (usesProxies())
        require('internal/http/proxy').checkAtStart();
    if (options.requires.length > 0)
        runMain().preload(options.requires);
}

function run() {
    if (options.named.length > 0)
        require('internal/process/apply_options').apply();
    setOptions();
    if (options.traceUncaught)
        internalBinding('errors').traceThrows();
    if (internalBinding('variables').getEnv('NODE_CHANNEL_FD') !== undefined &&
        !options.isWorker)
        require('internal/ipc/channel').openChannel();
    if (options.isWorker) {
        require('internal/worker/main').start(prepare);
        return;
    }
    prepare();
    if (options.isHooksRuntime)
        require('internal/modules/hooks_runtime').start();
    else if (options.imports.length > 0 || loaders().length > 0)
        runAfterImports();
    else
        runProgram();
}

/* An ES module is the program and still awaits: its URL. */
function getUnsettled() {
    const { entry, pathToUrl } = require('internal/modules/helpers');
    if (preloadFailed || entry.promise === undefined || entry.settled)
        return undefined;
    return process.argv[1] === undefined ? '[eval]' :
        pathToUrl(process.argv[1]);
}

module.exports = { getUnsettled, run };

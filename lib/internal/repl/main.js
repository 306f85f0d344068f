'use strict';
/* internal/repl/main - `orrery` alone on a terminal, and -i. */

const { options } = require('internal/process/object');
const { kStandalone } = require('internal/repl/server');
const repl = require('repl');
/* Loaded when first used: vm. */

const kHistorySize = 1000;

function readMode(name) {
    return name?.trim().toLowerCase() === 'strict' ? repl.REPL_MODE_STRICT :
        repl.REPL_MODE_SLOPPY;
}

function readSize(text) {
    const size = Number(text);
    return Number.isNaN(size) || size <= 0 ? kHistorySize : size;
}

/* -e comes before the first prompt. */
function runText(server) {
    if (options.eval === undefined)
        return;
    const value = require('vm').runInThisContext(options.eval, '[eval]');
    if (options.print)
        server.output.write(`${server.writer(value)}\n`);
}

function run() {
    const { env } = process;
    if (options.inputType) {
        process.stderr.write('Cannot specify --input-type for REPL\n');
        process.exit(9);
    }
    process.stdout.write(`Welcome to Orrery ${process.versions.orrery} ` +
        `(Node.js ${process.version}).\n` +
        'Type ".help" for more information.\n');
    const server = repl.start({
        [kStandalone]: true, ignoreUndefined: false, useGlobal: true,
        breakEvalOnSigint: true, prompt: '> ',
        replMode: readMode(env.NODE_REPL_MODE),
        terminal: Number(env.NODE_NO_READLINE) ? false : undefined,
        historySize: readSize(env.NODE_REPL_HISTORY_SIZE),
    });
    repl.repl = server;
    server.on('exit', () => process.exit());
    if (server.terminal)
        server.setupHistory({ filePath: env.NODE_REPL_HISTORY });
    runText(server);
}

module.exports = { run };

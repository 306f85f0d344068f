'use strict';

// internal/play/main - `orrery play [--port N] [FILE]`: starts the server and
// says where to look. FILE is a program, a lesson (Markdown), or a link to a program.

/* Loaded when first used: fs, internal/play/run, internal/play/server, path. */

const EXIT_BAD_OPTION = 9;

function fail(message) {
    console.error(`orrery: ${message}`);
    process.exit(EXIT_BAD_OPTION);
}

function readArguments(args) {
    const order = {};
    for (let n = 0; n < args.length; n++) {
        const [name, joined] = args[n].split('=');
        if (name === '--port') {
            order.port = Number(joined ?? args[++n]);
            if (!(Number.isInteger(order.port) && order.port >= 0 &&
                order.port < 65536))
                fail('--port requires a number below 65536');
        } else if (args[n].startsWith('-') || order.file !== undefined) {
            fail(`play does not know ${args[n]}`);
        } else {
            order.file = args[n];
        }
    }
    return order;
}

function readText(file) {
    try {
        return require('fs').readFileSync(file, 'utf8');
    } catch (error) {
        return fail(`cannot read ${file}: ${error.message}`);
    }
}

// What the page begins with: { code, file }, { lesson } or { hash }.
function readStart(file) {
    if (file === undefined)
        return {};
    if (/^https?:/.test(file)) {
        const { hash } = new URL(file);
        return hash.startsWith('#program=') ? { hash } :
            fail('there is no program in this link');
    }
    const text = readText(file);
    return /\.(md|markdown)$/i.test(file) ? { lesson: text } :
        { code: text, file: require('path').resolve(file) };
}

// Programs that still run end with the server.
function endOnSignals() {
    const { endAll } = require('internal/play/run');
    for (const [signal, number] of [['SIGINT', 2], ['SIGTERM', 15], ['SIGHUP', 1]]) {
        process.on(signal, () => {
            endAll();
            process.exit(128 + number);
        });
    }
}

async function run(args) {
    const { port, file } = readArguments(args);
    const { serve } = require('internal/play/server');
    try {
        const start = readStart(file);
        const url = await serve({ port, start });
        endOnSignals();
        console.log(`Open ${url}${start.hash ?? ''}\nCtrl+C ends it.`);
    } catch (error) {
        fail(`cannot listen: ${error.message}`);
    }
}

module.exports = { run };

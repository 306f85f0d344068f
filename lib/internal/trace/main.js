'use strict';
/*
 * internal/trace/main - what is made of a trace: a story (explain), a file for
 * Perfetto, a list of what held the loop (slow), a page if it is long. src/cli/traced.c starts it in
 * a process of its own, with the trace in an open file.
 */

/* Loaded when first used: internal/trace/failure, internal/trace/model,
 * internal/trace/page, internal/trace/perfetto, internal/trace/read,
 * internal/trace/slow, internal/trace/story, internal/trace/style,
 * internal/trace/why. */

function print(text) {
    process.stdout.write(text);
}

function colors(stream) {
    const { make } = require('internal/trace/style');
    return make(stream.isTTY === true && !process.env.NO_COLOR &&
                process.env.TERM !== 'dumb', stream.columns);
}

const kinds = {
    explain(trace, settings) {
        const model = require('internal/trace/model').make(trace);
        const style = colors(process.stdout);
        if (settings.why !== '')
            print(require('internal/trace/why').describe(model, style, settings.why));
        else
            print(require('internal/trace/story').describe(model, style, settings.all));
    },
    slow(trace, settings) {
        const model = require('internal/trace/model').make(trace);
        const text = require('internal/trace/slow')
            .describe(model, colors(process.stderr), settings.slow);
        process.stderr.write(text);
    },
    perfetto(trace, settings) {
        require('internal/trace/perfetto').write(trace, settings.output);
    },
};

function run(args) {
    const [kind, fd, code, name, output, why, slow, all, incomplete] = args;
    const settings = { output, why, slow: Number(slow), all: all !== '' };
    const { TraceError, read } = require('internal/trace/read');
    const { Failure } = require('internal/trace/failure');
    process.exitCode = Number(code);
    try {
        if (kind === 'page')
            require('internal/trace/page').write(Number(fd), output);
        else
            kinds[kind](read(Number(fd), incomplete !== ''), settings);
    } catch (error) {
        if (!(error instanceof TraceError) && !(error instanceof Failure))
            throw error;
        const where = error instanceof TraceError ? `${name}, ` : '';
        process.stderr.write(`orrery: ${where}${error.message}\n`);
        process.exitCode ||= 1;
    }
}

module.exports = { run };

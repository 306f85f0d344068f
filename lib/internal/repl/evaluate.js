'use strict';
/*
 * internal/repl/evaluate - how the REPL evaluates a text.
 *
 * What looks like an object is tried as one first; what has an `await` in it as
 * a script that may await. In both cases the text as it is comes second.
 */

const engine = require('internal/vm/vm');
const syntax = require('internal/repl/syntax');
/* Loaded when first used: internal/errors. */

let count = 0;

/* "REPL1", "REPL2": what stacks show. */
function nextName() {
    return `REPL${++count}`;
}

class Recoverable extends SyntaxError {
    constructor(error) {
        super();
        this.err = error;
    }
}

/* The ways to read the text, in the order in which they are tried. */
function listReadings(code, mayAwait) {
    const readings = [{ text: code, awaits: false }];
    if (mayAwait && /\bawait\b/.test(code))
        readings.unshift({ text: code, awaits: true });
    if (syntax.isObjectLiteral(code))
        readings.unshift({ text: `(${code.trim()})\n`, awaits: false });
    return readings;
}

/* { script, awaits }, or the error of the first reading. */
function compile(server, code, file) {
    let first;
    for (const { text, awaits } of listReadings(code, true)) {
        const strict = server.isStrict && text.trim() !== '' ?
            `'use strict'; void 0;\n${text}` : text;
        try {
            const context = server.useGlobal ? undefined : server.context;
            return { awaits, script: engine.compilePlain(strict, file, context,
                                                         awaits) };
        } catch (error) {
            first ??= error;
        }
    }
    return { error: first };
}

/* Is the text only unfinished? It may be so with or without its awaits, which
 * are errors where they are not allowed. */
function isUnfinished(error, code) {
    return syntax.isRecoverable(error, code) ||
        (/\bawait\b/.test(code) &&
         syntax.isRecoverable(error, code.replace(/\bawait\b/g, '')));
}

/* An error without the frames of the REPL. */
function interrupted() {
    const { codes: { ERR_SCRIPT_EXECUTION_INTERRUPTED } } =
        require('internal/errors');
    const limit = Error.stackTraceLimit;
    Error.stackTraceLimit = 0;
    const error = new ERR_SCRIPT_EXECUTION_INTERRUPTED();
    Error.stackTraceLimit = limit;
    return error;
}

/* Keys wait until the promise is settled, or Ctrl+C ends the waiting. */
function finishLater(server, promise, callback) {
    let finished = false;
    const finish = (...result) => {
        if (finished)
            return;
        finished = true;
        callback(...result);
        server.resumeKeys();
    };
    server.pauseKeys(server.breakEvalOnSigint ?
        () => finish(interrupted()) : undefined);
    promise.then((result) => finish(null, result?.value), finish);
}

/* Not in raw mode, so that Ctrl+C is a signal. */
function run(server, script) {
    if (!server.breakEvalOnSigint)
        return engine.runScript(script, 0, false, false);
    const wasRaw = server._setRawMode(false);
    try {
        return engine.runScript(script, 0, false, true);
    } finally {
        server._setRawMode(wasRaw);
    }
}

/* this: the server. */
function evaluate(code, context, file, callback) {
    if (code === '\n')
        return callback(null);
    engine.setImport(file, engine.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
                     this, this.useGlobal ? undefined : this.context);
    const { error, script, awaits } = compile(this, code, file);
    if (error !== undefined) {
        return callback(isUnfinished(error, code) ? new Recoverable(error) :
            error);
    }
    let value;
    try {
        value = run(this, script);
    } catch (thrown) {
        // Whatever it is, also null and undefined.
        this.reportError(thrown);
        return undefined;
    }
    if (awaits)
        return finishLater(this, value, callback);
    return callback(null, value);
}

module.exports = { Recoverable, evaluate, nextName };

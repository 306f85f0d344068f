'use strict';
/*
 * Cases of the form: this expression gives that text. All of them are looked
 * at; the program ends with 1 if one was wrong, or if there was none.
 */
let failures = 0;
let cases = 0;

/* What the expression gives, as text; or what it throws. */
function run(fn) {
    try {
        const value = fn();
        return typeof value === 'string' ? value
                                         : JSON.stringify(value) ?? 'undefined';
    } catch (error) {
        return error.code
            ? `${error.name} [${error.code}]: ${error.message}`
            : `${error.name}: ${error.message}`;
    }
}

function check(fn, expected) {
    cases++;
    const actual = run(fn);
    if (actual === expected)
        return;
    failures++;
    process.stderr.write(`${fn}\n  got      ${JSON.stringify(actual)}\n` +
                         `  expected ${JSON.stringify(expected)}\n`);
}

function finish() {
    if (cases === 0 || failures > 0)
        process.exitCode = 1;
}

module.exports = { check, finish };

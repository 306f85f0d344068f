'use strict';
/*
 * internal/process/report - process.report: settings that can be read and
 * changed. No report is ever written, and asking for one says so.
 */

const { codes } = require('internal/errors');
const { validateBoolean, validateString } = require('internal/validators');
const { convertToValidSignal } = require('internal/util');

const report = {};

function setting(name, value, check) {
    Object.defineProperty(report, name, {
        __proto__: null, enumerable: true, configurable: true,
        get: () => value,
        set: (given) => {
            check(given, name);
            value = given;
        },
    });
}

function missing(name) {
    report[name] = { [name]() {
        throw new codes.ERR_METHOD_NOT_IMPLEMENTED(`process.report.${name}()`);
    } }[name];
}

missing('writeReport');
missing('getReport');
setting('directory', '', validateString);
setting('filename', '', validateString);
setting('compact', false, validateBoolean);
setting('excludeNetwork', false, validateBoolean);
setting('signal', 'SIGUSR2', (name) => {
    validateString(name, 'signal');
    convertToValidSignal(name);
});
setting('reportOnFatalError', false, validateBoolean);
setting('reportOnSignal', false, validateBoolean);
setting('reportOnUncaughtException', false, validateBoolean);
setting('excludeEnv', false, validateBoolean);

module.exports = report;

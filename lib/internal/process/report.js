'use strict';
/*
 * internal/process/report - process.report: diagnostic reports, on demand, on a
 * signal, or when an exception ends the program. The contents are in
 * internal/process/report_content.
 */

const { codes } = require('internal/errors');
const {
    validateBoolean, validateObject, validateString,
} = require('internal/validators');
const named = require('internal/options');
/* Loaded when first used: fs, internal/process/report_content, path. */

const report = {};
let sequence = 0;

// ---- Writing ---------------------------------------------------------------

function two(number) {
    return String(number).padStart(2, '0');
}

function makeName(date) {
    const day = `${date.getFullYear()}${two(date.getMonth() + 1)}` +
        `${two(date.getDate())}`;
    const time = `${two(date.getHours())}${two(date.getMinutes())}` +
        `${two(date.getSeconds())}`;
    const number = String(++sequence).padStart(3, '0');
    return `report.${day}.${time}.${process.pid}.0.${number}.json`;
}

function makeText(given) {
    const { makeReport } = require('internal/process/report_content');
    const { excludeEnv, excludeNetwork } = report;
    const content = makeReport({ ...given, excludeEnv, excludeNetwork });
    return `${JSON.stringify(content, undefined, report.compact ? 0 : 2)}\n`;
}

function say(text) {
    internalBinding('stdio').writeAll(2, text);
}

/* The file's name, or '' if it could not be written. */
function writeFile(name, text) {
    const { resolve } = require('path');
    const { directory } = report;
    const path = directory === '' ? name : resolve(directory, name);
    try {
        require('fs').writeFileSync(path, text);
    } catch (error) {
        say(`\nFailed to open Node.js report file: ${name}` +
            `${directory === '' ? '' : ` directory: ${directory}`} ` +
            `(errno: ${-error.errno})\n`);
        return '';
    }
    say(`\nWriting Node.js report to file: ${name}\n` +
        'Node.js report completed\n');
    return name;
}

const streams = { __proto__: null, stdout: 1, stderr: 2 };

function write(event, trigger, file, error) {
    const date = new Date();
    const name = file || report.filename || makeName(date);
    const text = makeText({ event, trigger, filename: name, error, date });
    if (streams[name] === undefined)
        return writeFile(name, text);
    internalBinding('stdio').writeAll(streams[name], text);
    return name;
}

// ---- The functions ---------------------------------------------------------

/* Without an error the report shows the stack of its caller. */
function checkError(error) {
    if (error === undefined)
        return new codes.ERR_SYNTHETIC();
    validateObject(error, 'err');
    return error;
}

report.writeReport = function writeReport(file, err) {
    if (typeof file === 'object' && file !== null) {
        err = file;
        file = undefined;
    } else if (file !== undefined) {
        validateString(file, 'file');
    }
    return write('JavaScript API', 'API', file, checkError(err));
};

report.getReport = function getReport(err) {
    return JSON.parse(makeText({
        event: 'JavaScript API', trigger: 'GetReport', filename: null,
        error: checkError(err), date: new Date() }));
};

// ---- Settings --------------------------------------------------------------

const values = { __proto__: null };

function setting(name, value, check, onChange = undefined) {
    values[name] = value;
    Object.defineProperty(report, name, {
        __proto__: null, enumerable: true, configurable: true,
        get: () => values[name],
        set: (given) => {
            check(given, name);
            const before = values[name];
            values[name] = given;
            onChange?.(given, before);
        },
    });
}

function validateSignal(name) {
    validateString(name, 'signal');
    const { signals } = internalBinding('constants').os;
    if (signals[name] !== undefined)
        return;
    throw new codes.ERR_UNKNOWN_SIGNAL(
        signals[name.toUpperCase()] === undefined ? name :
            `${name} (signals must use all capital letters)`);
}

function onSignal(name) {
    write(name, 'Signal', undefined, new codes.ERR_SYNTHETIC());
}

function listen(isOn, wasOn) {
    if (isOn && !wasOn)
        process.on(report.signal, onSignal);
    else if (!isOn && wasOn)
        process.removeListener(report.signal, onSignal);
}

function moveListener(signal, before) {
    if (!report.reportOnSignal || signal === before)
        return;
    process.removeListener(before, onSignal);
    process.on(signal, onSignal);
}

setting('directory', named.get('report-directory') ?? '', validateString);
setting('filename', named.get('report-filename') ?? '', validateString);
setting('compact', named.has('report-compact'), validateBoolean);
setting('excludeNetwork', named.has('report-exclude-network'),
        validateBoolean);
setting('signal', named.get('report-signal') ?? 'SIGUSR2', validateSignal,
        moveListener);
setting('reportOnFatalError', named.has('report-on-fatalerror'),
        validateBoolean);
setting('reportOnSignal', false, validateBoolean, listen);
setting('reportOnUncaughtException', named.has('report-uncaught-exception'),
        validateBoolean);
setting('excludeEnv', named.has('report-exclude-env'), validateBoolean);

/* An exception ends the program. */
function onUncaught(error) {
    if (!values.reportOnUncaughtException)
        return;
    const isObject = typeof error === 'object' && error !== null;
    write(isObject && error.message ? `${error.message}` : 'Exception',
          'Exception', undefined, isObject ? error : {});
}

module.exports = { onUncaught, report };

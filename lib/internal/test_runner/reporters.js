'use strict';
/*
 * internal/test_runner/reporters - who reads the stream of tests: the reporters
 * of the command line with their destinations, or `spec` on standard output.
 * In a child of `orrery --test` the events go to the parent instead.
 */

const { codes: { ERR_INVALID_ARG_VALUE } } = require('internal/errors');
const { current } = require('internal/test_runner/test');
/* Loaded when first used: fs, internal/modules/esm, internal/test_runner/wire,
 * stream, url. */

const known = ['dot', 'junit', 'lcov', 'spec', 'tap'];

const written = new WeakMap(); // by stream: a promise of its reporters' ends

function load(name) {
    return require(`internal/test_runner/reporter_${name}`);
}

async function loadReporter(name) {
    if (known.includes(name))
        return load(name);
    const { pathToFileURL } = require('url');
    const base = pathToFileURL(`${process.cwd()}/`).href;
    const { default: reporter } = await require('internal/modules/esm')
        .importFrom(name, base);
    if (reporter == null) {
        throw new ERR_INVALID_ARG_VALUE(
            'Reporter', reporter, 'must be exported as default');
    }
    return reporter;
}

function openDestination(name) {
    if (name === 'stdout')
        return process.stdout;
    if (name === 'stderr')
        return process.stderr;
    return require('fs').createWriteStream(name);
}

/* A class that makes a Transform, or a generator function. */
function connect(source, reporter, destination) {
    const { compose } = require('stream');
    const made = reporter?.prototype !== undefined &&
        Object.getOwnPropertyDescriptor(reporter, 'prototype').writable ===
            false ? new reporter() : reporter;
    const isStd = destination === process.stdout ||
        destination === process.stderr;
    compose(source, made).pipe(destination, { end: !isStd });
    return new Promise((resolve) =>
        destination.once(isStd ? 'unpipe' : 'close', resolve));
}

async function attachAll({ config, reporter: stream }) {
    const names = config.reporters.length > 0 ? config.reporters : ['spec'];
    const places = config.destinations;
    if (names.length === 1 && places.length === 0)
        places.push('stdout');
    if (names.length !== places.length) {
        throw new ERR_INVALID_ARG_VALUE(
            '--test-reporter', names,
            'must match the number of specified \'--test-reporter-destination\'');
    }
    const ends = [];
    for (let i = 0; i < names.length; i++) {
        const reporter = known.includes(names[i]) ? load(names[i]) :
            await loadReporter(names[i]);
        ends.push(connect(stream, reporter, openDestination(places[i])));
    }
    written.set(stream, Promise.all(ends));
}

function attach(harness) {
    if (process.env.NODE_TEST_CONTEXT === 'child-v8') {
        require('internal/test_runner/wire').sendAll(harness.reporter);
        return;
    }
    current.run('reporter', () => {
        attachAll(harness).catch((error) => {
            process.nextTick(() => { throw error; });
        });
    });
}

function whenWritten(stream) {
    return written.get(stream);
}

module.exports = { attach, load, whenWritten };

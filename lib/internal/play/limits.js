'use strict';

// internal/play/limits - the numbers that hold a program of `orrery play` in
// check, in one place. Tests make them smaller through the environment.

function number(name, usual) {
    const given = Number(process.env[`ORRERY_PLAY_${name}`]);
    return given > 0 ? given : usual;
}

module.exports = {
    codeBytes: 100_000, // of a program
    runMs: number('MS', 5000), // of real time
    memoryMb: number('MB', 128), // of the JavaScript heap
    traceBytes: number('TRACE', 24_000_000),
    outputBytes: 100_000, // of standard error that are kept
    running: 4, // programs at a time
};

'use strict';
/*
 * internal/process/stdio - process.stdin, stdout and stderr, each made when it
 * is first asked for. What it is made of depends on where the descriptor goes.
 *
 * The console writes past a stream that nobody has asked for.
 */

const { outputs } = require('internal/process/object');
const binding = internalBinding('stdio');

const streams = [undefined, undefined, undefined];

function getStream(fd) {
    if (streams[fd] !== undefined)
        return streams[fd];
    const type = binding.fdType(fd);
    if (fd === 0) {
        streams[0] = require('internal/process/stdin').makeInput(0, type);
    } else {
        streams[fd] = require('internal/process/output').makeOutput(fd, type);
        outputs.isMade[fd] = true;
    }
    return streams[fd];
}

module.exports = { getStream };

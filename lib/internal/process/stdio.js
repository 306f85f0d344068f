'use strict';
/*
 * internal/process/stdio - process.stdin, stdout and stderr, each made when it
 * is first asked for. What it is made of depends on where the descriptor goes.
 *
 * The console writes past a stream that nobody has asked for.
 */

const { outputs } = require('internal/process/object');
const binding = internalBinding('stdio');

function makeOutput(fd, type) {
    const output = require('internal/process/output');
    switch (type) {
    case 'TTY':
        return new (require('internal/process/terminal').WriteStream)(fd);
    case 'FILE':
        return new output.SyncWriteStream(fd);
    case 'PIPE':
    case 'TCP':
        return new output.Socket(fd);
    default:
        return new output.Writable(fd);
    }
}

const streams = [undefined, undefined, undefined];

function getStream(fd) {
    if (streams[fd] !== undefined)
        return streams[fd];
    const type = binding.fdType(fd);
    if (fd === 0) {
        streams[0] = require('internal/process/stdin').makeInput(0, type);
    } else {
        streams[fd] = makeOutput(fd, type);
        outputs.isMade[fd] = true;
    }
    return streams[fd];
}

module.exports = { getStream };

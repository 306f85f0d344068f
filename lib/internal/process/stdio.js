'use strict';
/*
 * internal/process/stdio - process.stdin, stdout and stderr, each made when it
 * is first read. Its class depends on the kind of the descriptor.
 *
 * The console writes directly as long as the stream was not made.
 */

const { options, outputs } = require('internal/process/object');
const binding = internalBinding('stdio');
/* Loaded when first used: internal/browser/worker_scope,
 * internal/process/output, internal/process/stdin, internal/worker/main. */

const streams = [undefined, undefined, undefined];

function getStream(fd) {
    if (options.isWorker && options.profile.isBrowser)
        return require('internal/browser/worker_scope').getStream(fd);
    if (options.isWorker)
        return require('internal/worker/main').getStream(fd);
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

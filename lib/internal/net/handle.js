'use strict';
/*
 * internal/net/handle - what sockets and servers share about handles.
 */

const { Pipe, TCP } = internalBinding('stream');
const { codes } = require('internal/errors');

/* A handle for an open descriptor. */
function handleOfFd(fd) {
    const type = internalBinding('stdio').fdType(fd);
    if (type === 'PIPE')
        return new Pipe(false);
    if (type === 'TCP')
        return new TCP();
    throw new codes.ERR_INVALID_FD_TYPE(type);
}

module.exports = {
    Pipe,
    TCP,
    handleOfFd,
    isPipe: (handle) => handle instanceof Pipe,
};

'use strict';
/*
 * internal/net/handle - what sockets and servers share about handles.
 */

const { Pipe, TCP } = internalBinding('stream');
const { codes } = require('internal/errors');

/* Programs read it of `socket._handle`, as Node's handles have it. */
for (const { prototype } of [Pipe, TCP]) {
    Object.defineProperty(prototype, 'writeQueueSize', {
        __proto__: null, configurable: true, enumerable: true,
        get() { return this.getWriteQueueSize(); },
    });
}

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

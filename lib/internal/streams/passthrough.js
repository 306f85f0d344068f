'use strict';
/* internal/streams/passthrough - PassThrough: a Transform that changes
 * nothing. */

const Transform = require('internal/streams/transform');

function PassThrough(options) {
    if (new.target === undefined && !(this instanceof PassThrough))
        return new PassThrough(options);
    Transform.call(this, options);
    return undefined;
}
Object.setPrototypeOf(PassThrough.prototype, Transform.prototype);
Object.setPrototypeOf(PassThrough, Transform);
module.exports = PassThrough;

PassThrough.prototype._transform = function(chunk, encoding, callback) {
    callback(null, chunk);
};

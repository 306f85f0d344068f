'use strict';
/*
 * internal/crypto/lazy_transform - a Transform that becomes one when it is
 * first used as a stream. Most hashes never are, and a stream's state costs
 * many times what the hash does.
 */

const { Transform } = require('stream');

function LazyTransform(options) {
    this._options = options;
}
Object.setPrototypeOf(LazyTransform.prototype, Transform.prototype);
Object.setPrototypeOf(LazyTransform, Transform);

/* Not `_events`: an emitter makes those by itself, and compares them with its
 * prototype's. */
const fields = ['_readableState', '_writableState'];

function becomeStream(self) {
    // The accessors give way to fields that the constructor fills.
    for (const name of fields) {
        Object.defineProperty(self, name, {
            __proto__: null, configurable: true, enumerable: true,
            value: undefined, writable: true,
        });
    }
    Transform.call(self, { ...self._options, decodeStrings: true });
}

for (const name of fields) {
    Object.defineProperty(LazyTransform.prototype, name, {
        __proto__: null,
        configurable: true,
        enumerable: true,
        get() {
            becomeStream(this);
            return this[name];
        },
        set(value) {
            Object.defineProperty(this, name, {
                __proto__: null, configurable: true, enumerable: true, value,
                writable: true,
            });
        },
    });
}

module.exports = { LazyTransform };

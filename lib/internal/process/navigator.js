'use strict';
/* internal/process/navigator - the global navigator. */

const { codes } = require('internal/errors');
const { defineEnumerable } = require('internal/util');
/* Loaded when first used: internal/worker/locks. */

const key = Symbol('made here');

class Navigator {
    constructor() {
        if (arguments[0] !== key)
            throw new codes.ERR_ILLEGAL_CONSTRUCTOR();
    }

    get hardwareConcurrency() { return internalBinding('host').parallelism(); }

    get locks() { return require('internal/worker/locks').locks; }

    get language() { return 'en-US'; }

    get languages() { return Object.freeze(['en-US']); }

    get userAgent() { return `Node.js/${process.versions.node.split('.')[0]}`; }

    get platform() {
        const { arch } = process;
        return `Linux ${{ x64: 'x86_64', ia32: 'i686' }[arch] ?? arch}`;
    }
}

defineEnumerable(Navigator.prototype, [
    'hardwareConcurrency', 'language', 'languages', 'userAgent', 'platform',
    'locks',
]);

module.exports = { Navigator, navigator: new Navigator(key) };

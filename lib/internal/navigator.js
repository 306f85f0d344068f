'use strict';
/* internal/navigator - the global navigator. */

const { codes } = require('internal/errors');
const key = Symbol('made here');

class Navigator {
    constructor(given) {
        if (given !== key)
            throw new codes.ERR_ILLEGAL_CONSTRUCTOR();
    }

    get hardwareConcurrency() { return internalBinding('host').numbers()[2]; }

    get language() { return 'en-US'; }

    get languages() { return Object.freeze(['en-US']); }

    get userAgent() { return `Node.js/${process.versions.node.split('.')[0]}`; }

    get platform() { return process.platform; }
}

module.exports = { navigator: new Navigator(key) };

'use strict';
/*
 * as_child.js - for Node's tests that start the runtime again. They need
 * child_process or node:test, which are not there yet; a real node has them:
 *
 *     ORRERY=$PWD/build/orrery node -r ./test/node/as_child.js TEST
 *
 * runs the test in node, and what it starts is Orrery. So what such a test is
 * about can be seen long before it counts. A test that starts itself shows
 * nothing, since Orrery then meets the same require() as node did.
 */

Object.defineProperty(process, 'execPath', {
    value: process.env.ORRERY,
    writable: true,
    enumerable: true,
    configurable: true,
});
process.argv[0] = process.execPath;
require('module').syncBuiltinESMExports();

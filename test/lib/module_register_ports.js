'use strict';
// module.register(): what the program posts to a port of its hooks is there when
// the hooks load what the program imports next.

const assert = require('assert');
const { register } = require('module');
const { MessageChannel } = require('worker_threads');
const { later } = require('./support/later.js');

const hooks = `
let said;
export function initialize({ port }) {
    port.on('message', (message) => { said = message; });
}
export async function resolve(specifier, context, next) {
    return specifier.startsWith('said:')
        ? { url: specifier, shortCircuit: true } : next(specifier, context);
}
export async function load(url, context, next) {
    return url.startsWith('said:')
        ? { format: 'module', source: 'export default ' + said,
            shortCircuit: true }
        : next(url, context);
}`;

const { port1, port2 } = new MessageChannel();
register(`data:text/javascript,${encodeURIComponent(hooks)}`,
         { data: { port: port2 }, transferList: [port2] });
port1.unref();

(async () => {
    for (let i = 1; i < 4; i++) {
        port1.postMessage(i);
        assert.strictEqual((await import(`said:${i}`)).default, i);
    }
})().then(later(() => {}));

'use strict';
// What Node-API has beyond version 9.

const addon = require(process.argv[2]);

function log(...values) {
    console.log(...values.map((value) => (value instanceof Error ?
        `${value.name} ${value.code} ${value.message}` : value)));
}

if (process.argv[3] === 'fatal')
    addon.end();

log(Object.entries(addon.keys()).map(([key, value]) => `${key}=${value}`));
const outside = addon.outside();
log(outside, outside.map((text) => text.length), outside[0] === 'ältin');

const proto = { greet() { return `${this.a} ${this.b}`; } };
const made = addon.with_properties(proto, 1, 'two');
log(made, made.greet(), Object.getPrototypeOf(made) === proto,
    Object.getOwnPropertyDescriptor(made, 'a'));
log(Object.getPrototypeOf(addon.with_properties(null, 1, 2)));

const object = {};
log(addon.set_prototype(object, proto), Object.getPrototypeOf(object) === proto,
    addon.set_prototype(object, null), Object.getPrototypeOf(object));
log(addon.set_prototype(Object.freeze({}), proto), addon.set_prototype(1, {}));

const memory = new Uint8Array([1, 2, 3, 4, 5, 6, 7, 8]).buffer;
const view = addon.view(memory, 2, 3);
view[0] = 30;
log([...view], view.byteOffset, view.buffer === memory,
    [...new Uint8Array(memory)], [...addon.view(memory, 8, 0)]);
for (const args of [[memory, 6, 3], [memory, 9, 0], [{}, 0, 0]]) {
    try {
        log(addon.view(...args));
    } catch (error) {
        log(error);
    }
}

const shared = addon.shared();
log(addon.is_shared(shared), addon.is_shared(memory), shared.byteLength,
    [...new Uint8Array(shared)], shared instanceof SharedArrayBuffer);

log('refs', addon.refs(() => log('called')));
addon.post(() => {
    log('finalizer');
    process.nextTick(() => log('its tick'));
});
process.nextTick(() => log('tick'));
process.on('exit', () => log('exit'));

'use strict';
/*
 * What the traps of a proxy may answer about a property: only what its target could
 * say. All of a descriptor counts, its value and its functions, too, whoever asks.
 * All of it holds for Node 24 as well.
 */
const assert = require('assert');

const get = () => 3;
const set = () => {};
const having = (desc) => Object.defineProperty({}, 'x', desc);
const answering = (target, desc) =>
    new Proxy(target, { getOwnPropertyDescriptor: () => desc });

const askers = {
    getOwnPropertyDescriptor: (p) => Object.getOwnPropertyDescriptor(p, 'x'),
    assign: (p) => Object.assign({}, p),
    spread: (p) => ({ ...p }),
    hasOwn: (p) => Object.hasOwn(p, 'x'),
    keys: (p) => Object.keys(p),
    forIn: (p) => {
        for (const key in p)
            return key;
    },
    stringify: (p) => JSON.stringify(p),
    receiver: (p) => Reflect.set({}, 'x', 1, p),
};

const start = "'getOwnPropertyDescriptor' on proxy: trap ";
const incompatible = `${start}returned descriptor for property 'x' that is ` +
    'incompatible with the existing property in the proxy target';

/* [target, answer, what it says] */
const refused = [
    [having({ value: 1 }), {}, incompatible],
    [having({ value: 1 }), { value: 2 }, incompatible],
    [having({ get }), { get: () => 4 }, incompatible],
    [having({ get }), { get, set }, incompatible],
    [having({ get, set }), { get }, incompatible],
    [having({ get }), { value: 1 }, incompatible],
    [Object.preventExtensions({}), { value: 1, configurable: true }, incompatible],
    [having({ value: 1, writable: true }), { value: 2 },
     `${start}reported non-configurable and non-writable for property 'x' ` +
     'which is non-configurable, writable in the proxy target'],
    [{ x: 1 }, { value: 1, enumerable: true },
     `${start}reported non-configurability for property 'x' which is either ` +
     'non-existent or configurable in the proxy target'],
    [having({ value: 1 }), undefined,
     `${start}returned undefined for property 'x' which is non-configurable ` +
     'in the proxy target'],
    [Object.preventExtensions({ x: 1 }), undefined,
     `${start}returned undefined for property 'x' which exists in the ` +
     'non-extensible proxy target'],
    [{ x: 1 }, 5,
     `${start}returned neither object nor undefined for property 'x'`],
];

for (const [target, answer, message] of refused) {
    for (const [name, ask] of Object.entries(askers)) {
        if (Object.keys(target).length === 0 && !Object.hasOwn(target, 'x') &&
            /assign|spread|keys|forIn|stringify/.test(name))
            continue; // no key, nothing is asked
        assert.throws(() => ask(answering(target, answer)),
                      { name: 'TypeError', message }, name);
    }
}

const accepted = [
    [having({ value: 1 }), { value: 1 }],
    [having({ value: NaN }), { value: NaN }],
    [having({ value: 1, writable: true }), { value: 2, writable: true }],
    [having({ get, set }), { get, set }],
    [{ x: 1 }, { get, configurable: true }],
    [{}, { value: 1, configurable: true }],
    [{ x: 1 }, undefined],
];
for (const [target, answer] of accepted) {
    const desc = Object.getOwnPropertyDescriptor(answering(target, answer), 'x');
    assert.strictEqual(desc?.value, answer?.value);
    assert.strictEqual(desc?.get, answer?.get);
    assert.strictEqual(desc?.set, answer?.set);
}

/* What defineProperty says was done has to be so. */
function define(target, desc) {
    return Reflect.defineProperty(
        new Proxy(target, { defineProperty: () => true }), 'x', desc);
}
const added = "'defineProperty' on proxy: trap returned truish for ";
for (const [target, desc, message] of [
    [having({ value: 1 }), { value: 2 },
     `${added}adding property 'x'  that is incompatible with the existing ` +
     'property in the proxy target'],
    [having({ get }), { get: () => 4 },
     `${added}adding property 'x'  that is incompatible with the existing ` +
     'property in the proxy target'],
    [Object.preventExtensions({}), { value: 1 },
     `${added}adding property 'x'  to the non-extensible proxy target`],
    [{}, { value: 1, configurable: false },
     `${added}defining non-configurable property 'x' which is either ` +
     'non-existent or configurable in the proxy target'],
    [having({ value: 1, writable: true }), { value: 1, writable: false },
     `${added}defining non-configurable property 'x' which cannot be ` +
     'non-writable, unless there exists a corresponding non-configurable, ' +
     'non-writable own property of the target object.'],
])
    assert.throws(() => define(target, desc), { name: 'TypeError', message });
assert.strictEqual(define(having({ value: 1 }), { value: 1 }), true);
assert.strictEqual(define({ x: 1 }, { get }), true);

assert.throws(() => Object.isExtensible(new Proxy({}, { isExtensible() {} })), {
    message: "'isExtensible' on proxy: trap result does not reflect " +
        "extensibility of proxy target (which is 'true')",
});
assert.throws(
    () => Object.preventExtensions(new Proxy({}, { preventExtensions: () => 1 })),
    { message: "'preventExtensions' on proxy: trap returned truish but the " +
        'proxy target is extensible' });

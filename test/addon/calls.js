'use strict';
// Native functions wherever JavaScript calls a function.

const addon = require(process.argv[2]);
const { thrower, Failing } = addon;
const log = (...args) => console.log(...args);

function say(name, fn) {
    try {
        log(name, fn());
    } catch (error) {
        if (error instanceof Error)
            log(name, 'throws', error.name, error.code, error.message);
        else
            log(name, 'throws', error);
    }
}

// ---- At once ----------------------------------------------------------------

say('call', () => thrower('call')());
say('constructor', () => new Failing(true));
const failing = new Failing(false);
say('method', () => failing.method());
say('the first of two that cannot be redefined', () => failing.first());
say('getter', () => failing.value);
say('setter', () => (failing.value = 1));
say('static method', () => Failing.made());
say('method of another', () => Failing.prototype.first.call({}));
say('super', () => new (class extends Failing {
    constructor() {
        super(true);
    }
})());
for (const value of [undefined, null, 1, 'text', 1n])
    say('thrown value', () => addon.throw_value(value));
say('comparison', () => [2, 1].sort(thrower('compare')));
say('map', () => [1].map(thrower('map')));
say('replace', () => 'a'.replace(/a/, thrower('replace')));
say('valueOf', () => +{ valueOf: thrower('valueOf') });
say('toString', () => `${{ toString: thrower('toString') }}`);
say('toJSON', () => JSON.stringify({ toJSON: thrower('toJSON') }));
say('reviver', () => JSON.parse('1', thrower('reviver')));
say('trap', () => new Proxy({}, { get: thrower('trap') }).x);
say('iterator', () => [...{ [Symbol.iterator]: thrower('iterator') }]);
say('next', () => {
    for (const x of { [Symbol.iterator]: () => ({ next: thrower('next') }) })
        log(x);
});
say('instanceof', () => ({}) instanceof { [Symbol.hasInstance]:
    thrower('hasInstance') });
say('tag', () => thrower('tag')`text`);
say('bind', () => thrower('bound').bind(1)());
say('Reflect', () => Reflect.construct(thrower('reflected'), []));

// ---- How it is called -------------------------------------------------------

const o = { tell: addon.tell };
say('no arguments', () => o.tell().slice(0, 3));
say('one argument', () => o.tell(1).slice(0, 3));
say('three arguments', () => o.tell(1, 2, 3).slice(0, 3));
say('this', () => o.tell()[3] === o);
say('no this', () => (0, o.tell)()[3] === globalThis);
say('primitive this', () => typeof addon.tell.call(1)[3]);
say('new.target', () => {
    const told = Reflect.construct(addon.tell, [1, 2], Array);
    return [told[4] === Array, Object.getPrototypeOf(told[3]) ===
        Array.prototype];
});

// ---- What C does about it ---------------------------------------------------

say('caught', () => addon.caught(thrower('inner')).message);
say('caught, not thrown', () => addon.caught(() => 5));
say('caught undefined', () => addon.caught(() => {
    throw undefined;
}));
say('replaced', () => addon.replaced(thrower('inner')));
say('through', () => addon.through(thrower('inner')));
say('through, value', () => addon.through(() => 'value'));
say('nested', () => addon.through(() => addon.caught(() =>
    addon.through(thrower('deep')))).message);
say('too deep', () => {
    const down = () => addon.through(down);
    try {
        down();
    } catch (error) {
        return error.constructor.name;
    }
});

// ---- Later ------------------------------------------------------------------

process.on('uncaughtException', (error, origin) =>
    log('uncaught', error.code, error.message, origin));
new Promise(thrower('executor')).catch((error) => log(error.message));
Promise.resolve().then(thrower('reaction')).catch((e) => log(e.message));
Promise.resolve(1).finally(thrower('finally')).catch((e) => log(e.message));
Promise.resolve({ then: thrower('thenable') }).catch((e) => log(e.message));
Promise.reject(new Error('rejected')).catch(addon.tell).then((told) =>
    log('told', told[0], told[1].message));
(async () => {
    try {
        await Promise.resolve().then(thrower('awaited'));
    } catch (error) {
        log('caught', error.message);
    }
})();
Promise.resolve().then(thrower('unhandled'));
queueMicrotask(thrower('microtask'));
process.nextTick(thrower('tick'));
setImmediate(thrower('immediate'));
setImmediate(() => setTimeout(thrower('timeout'), 1));
process.once('own event', thrower('listener'));
say('listener', () => process.emit('own event'));

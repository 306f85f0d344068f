'use strict';
/*
 * What functions say to arguments that make no sense: each function of a module
 * is called with each of a list of values, alone and as a second argument, and
 * the outcome is printed. To compare two runtimes:
 *
 *     node test/node/arguments.js events >a
 *     build/orrery test/node/arguments.js events >b
 *     sort a >a.sorted; sort b | diff a.sorted -
 *
 * Errors without a code of Node's are the engine's own; of these only the class
 * is printed.
 */

Error.stackTraceLimit = 0;
process.removeAllListeners('warning');
process.on('unhandledRejection', () => {});
process.on('uncaughtException', () => {});

const values = [
    ['none'], ['undefined', undefined], ['null', null], ['NaN', NaN],
    ['-1', -1], ['1e10', 1e10], ['1.5', 1.5], ['""', ''], ['"a"', 'a'],
    ['{}', {}], ['[]', []], ['symbol', Symbol('s')], ['1n', 1n],
    ['function', function f() {}], ['true', true],
];
const firsts = ['x', {}, () => {}, 1];
const rejections = [];

function describe(error) {
    if (error === null || typeof error !== 'object')
        return `threw ${String(error)}`;
    const isNodes = `${error.code}`.startsWith('ERR_') ||
                    error instanceof DOMException;
    return `${error.name} ${error.code ?? ''} ` +
           (isNodes ? error.message : '(engine)');
}

function tell(label, body) {
    let result;
    try {
        result = body();
    } catch (error) {
        console.log(label, describe(error));
        return;
    }
    if (typeof result?.then === 'function') {
        result.then(() => {}, (error) => {
            rejections.push(`${label} rejects ${describe(error)}`);
        });
    }
    if (typeof result?.close === 'function')
        result.close(); // a timer must not stay
    console.log(label, 'returns', typeof result);
}

function tryFunction(name, fn, self) {
    for (const [shown, ...args] of values) {
        tell(`${name}(${shown})`, () => Reflect.apply(fn, self, args));
        if (args.length === 0)
            continue;
        for (const first of firsts) {
            tell(`${name}(${typeof first}, ${shown})`,
                 () => Reflect.apply(fn, self, [first, ...args]));
        }
    }
}

function tryClass(name, Class) {
    for (const [shown, ...args] of values) {
        tell(`new ${name}(${shown})`, () => Reflect.construct(Class, args));
        tell(`new ${name}('x', ${shown})`,
             () => Reflect.construct(Class, ['x', ...args]));
    }
}

/* What ends or changes the process is not called with anything. */
const dangerous = new Set([
    'abort', 'dlopen', 'emit', 'execve', 'exit', 'initgroups', 'kill',
    'openStdin', 'reallyExit', 'setegid', 'seteuid', 'setgid', 'setgroups',
    'setuid', 'umask', 'binding', 'hrtime', 'runMain', 'register', 'wrap',
    'stripTypeScriptTypes', 'enableCompileCache', 'Module', 'constructor',
]);

function tryMembers(name, object, self = object) {
    for (const key of Object.getOwnPropertyNames(object)) {
        if (dangerous.has(key) || key.startsWith('_'))
            continue;
        let member;
        try {
            member = object[key];
        } catch {
            continue; // an accessor of a prototype
        }
        if (typeof member !== 'function')
            continue;
        if (/^[A-Z]/.test(key))
            tryClass(`${name}.${key}`, member);
        else
            tryFunction(`${name}.${key}`, member, self);
    }
}

/* One property of an options object after the other. */
function tryOptions(name, call, properties) {
    for (const [shown, value] of values) {
        tell(`${name} options ${shown}`, () => call(value));
        for (const property of properties) {
            tell(`${name} ${property} ${shown}`,
                 () => call({ [property]: value }));
        }
    }
}

const sets = {
    events() {
        const events = require('events');
        tryMembers('events', events);
        tryMembers('emitter', events.prototype, new events());
        tryOptions('once', (o) => events.once(new events(), 'x', o),
                   ['signal']);
        tryOptions('on', (o) => events.on(new events(), 'x', o),
                   ['signal', 'highWaterMark', 'lowWaterMark']);
        tryOptions('new EventEmitter', (o) => new events(o),
                   ['captureRejections']);
    },
    targets() {
        for (const Class of [Event, CustomEvent, EventTarget, AbortController,
                             AbortSignal, DOMException])
            tryClass(Class.name, Class);
        tryMembers('EventTarget', EventTarget.prototype, new EventTarget());
        tryMembers('Event', Event.prototype, new Event('x'));
        tryMembers('AbortSignal', AbortSignal);
        tryOptions('addEventListener',
                   (o) => new EventTarget().addEventListener('x', () => {}, o),
                   ['signal', 'once']);
    },
    timers() {
        const promises = require('timers/promises');
        tryMembers('timers', require('timers'));
        tryFunction('queueMicrotask', queueMicrotask);
        tryMembers('timers/promises', promises);
        tryOptions('setTimeout', (o) => promises.setTimeout(1, 1, o),
                   ['ref', 'signal']);
        tryOptions('setImmediate', (o) => promises.setImmediate(1, o),
                   ['ref', 'signal']);
    },
    module() {
        const module_ = require('module');
        tryMembers('module', module_);
        tryFunction('require', require);
        tryFunction('require.resolve', require.resolve);
        tryOptions('require.resolve', (o) => require.resolve('./x', o),
                   ['paths']);
    },
    async_hooks() {
        const hooks = require('async_hooks');
        tryMembers('async_hooks', hooks);
        tryMembers('AsyncResource', hooks.AsyncResource.prototype,
                   new hooks.AsyncResource('X'));
        tryOptions('createHook', hooks.createHook,
                   ['init', 'before', 'after', 'destroy', 'promiseResolve']);
        tryOptions('AsyncResource', (o) => new hooks.AsyncResource('x', o),
                   ['triggerAsyncId', 'requireManualDestroy']);
        tryOptions('AsyncLocalStorage', (o) => new hooks.AsyncLocalStorage(o),
                   ['name', 'defaultValue']);
    },
    path() {
        tryMembers('path', require('path'));
        tryMembers('path.win32', require('path').win32);
    },
    perf_hooks() {
        tryMembers('performance', Object.getPrototypeOf(performance),
                   performance);
        tryOptions('mark', (o) => performance.mark('x', o),
                   ['startTime', 'detail']);
    },
    url() {
        tryMembers('url', require('url'));
        tryMembers('URLSearchParams', URLSearchParams.prototype,
                   new URLSearchParams('a=1'));
        tryClass('URL', URL);
    },
    process() {
        tryMembers('process', process);
        for (const [shown, value] of values) {
            tell(`kill ${shown}`, () => process.kill(value, 0));
            tell(`hrtime ${shown}`, () => process.hrtime(value));
            tell(`cpuUsage ${shown}`,
                 () => process.cpuUsage({ user: value, system: 1 }));
            tell(`env ${shown}`, () => { process.env.SOMETHING = value; });
        }
    },
};

const { 2: wanted } = process.argv;
if (!Object.hasOwn(sets, wanted)) {
    console.error(`one of: ${Object.keys(sets).join(' ')}`);
    process.exit(2);
}
sets[wanted]();
setTimeout(() => {
    console.log(rejections.sort().join('\n'));
    process.reallyExit(0);
}, 50);

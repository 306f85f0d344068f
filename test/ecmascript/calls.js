'use strict';
/*
 * calls.js SEED COUNT [PREFIX]: call every function of the ECMAScript library
 * COUNT times with random receivers and arguments, and print a line for each:
 *
 *     Array.prototype.at 3: [1,2] (V(1,"x")) = 2 | log valueOf | after ...
 *
 * PREFIX takes the functions whose path begins so. `run` compares the lines of
 * Orrery with those of a real Node.
 */

const { all } = require('./functions');
const { evaluate, take_log } = require('./helpers');
const { Random, hash } = require('./random');
const { signature, receiver_kind, operators } = require('./signatures');
const show = require('./show');
const { make } = require('./values');

const brand_promise = Promise.prototype.then;

/* The expressions of one call: what it is called on, and with. */
function invent(path, random) {
    const kinds = signature(path);
    const wrong = random.chance(15);
    const count = random.chance(80) ? kinds.length :
        random.int(kinds.length + 2);
    const args = [];
    for (let i = 0; i < count; i++) {
        const kind = random.chance(12) ? 'any' : kinds[i] || 'any';
        args.push(make(random, kind));
    }
    const kind = receiver_kind(path);
    const receiver = make(random, wrong || !kind ? 'any' : kind);
    return { receiver, args, construct: random.chance(50) };
}

/* Whether `new f` means something else than `f()`. */
function is_constructor(f) {
    try {
        Reflect.construct(Object, [], f);
        return true;
    } catch {
        return false;
    }
}

function perform(f, receiver, args, as_constructor) {
    try {
        const result = as_constructor ? Reflect.construct(f, args) :
            Reflect.apply(f, receiver, args);
        return { result, text: `= ${show(result)}` };
    } catch (error) {
        return { text: `! ${thrown(error)}` };
    }
}

function thrown(error) {
    if (!(error instanceof Error))
        return `thrown ${show(error)}`;
    return `${error.name}: ${show(String(error.message)).slice(1, 120)}`;
}

/* What a promise comes to; jobs that it makes are over before the next call. */
async function outcome(result) {
    try {
        if (!(result instanceof Promise))
            return '';
    } catch {
        return '';
    }
    let text = ' | pending';
    try {
        brand_promise.call(result, (value) => {
            text = ` | fulfilled ${show(value)}`;
        }, (error) => {
            text = ` | rejected ${thrown(error)}`;
        });
    } catch {
        return '';
    }
    await new Promise(setImmediate);
    return text;
}

function shorten(text) {
    return text.length <= 700 ? text :
        `${text.slice(0, 700)}... ${text.length} ${hash(text)}`;
}

function log_text() {
    const log = take_log();
    return log.length === 0 ? '' : ` | log ${log.join(' ')}`;
}

async function call(path, f, number, seed) {
    const random = new Random(`${seed} ${path} ${number}`);
    const plan = invent(path, random);
    const as_constructor = (plan.construct || f === Date) && is_constructor(f);
    const what = `${path} ${number}: ${as_constructor ? 'new' : plan.receiver}` +
        ` (${plan.args.join(', ')})`;
    let receiver;
    let args;
    try {
        receiver = evaluate(plan.receiver);
        args = plan.args.map((a) => evaluate(a));
    } catch (error) {
        take_log();
        return `${what} cannot be made: ${error.name}: ${error.message}`;
    }
    take_log();
    const before = show([receiver, args]);
    const { result, text } = perform(f, receiver, args, as_constructor);
    const settled = await outcome(result);
    const log = log_text();
    const after = show([receiver, args]);
    return `${what} ${shorten(text + settled)}${shorten(log)}` +
        (after === before ? '' : ` | after ${shorten(after)}`);
}

function describe(path, f) {
    const name = Object.getOwnPropertyDescriptor(f, 'name');
    const length = Object.getOwnPropertyDescriptor(f, 'length');
    return `function ${path}: ${show(name, 1)} ${show(length, 1)} ` +
        `${is_constructor(f)} ${'prototype' in f}`;
}

async function main(seed, count, prefix) {
    const functions = new Map([...all(), ...operators]);
    process.on('unhandledRejection', () => {});
    const lines = [];
    for (const [path, f] of functions) {
        if (!path.startsWith(prefix))
            continue;
        lines.push(describe(path, f));
        for (let i = 0; i < count; i++) {
            if (process.env.VERBOSE)
                process.stderr.write(`${path} ${i}\n`);
            lines.push(await call(path, f, i, seed));
        }
        console.log(lines.join('\n'));
        lines.length = 0;
    }
}

main(process.argv[2] || '1', Number(process.argv[3] || 5), process.argv[4] || '');

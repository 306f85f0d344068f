'use strict';
/*
 * programs.js SEED COUNT [FROM]: COUNT random programs, and a line for each step
 * of each, with what it gives:
 *
 *     12.3 strict: return a.slice(1) => Array{"0":1,"length":1} | log ...
 *
 * A program is a function with three variables, whose steps see what those before
 * them did. The same seed gives the same programs everywhere: `run` compares the
 * lines of Orrery with those of a real Node, and with those of the build whose
 * values have rare forms. SHOW=1 prints the programs, too.
 */

const vm = require('vm');
const { isDeepStrictEqual } = require('util');
const { Random, hash } = require('../ecmascript/random');
const helpers = require('./helpers');
const { value } = require('./values');
const { step } = require('./steps');

const { is_long, show, take_log } = helpers;
const tools = { ...helpers, isDeep: isDeepStrictEqual, Buffer, structuredClone };
const names = Object.keys(tools);

function thrown(error) {
    if (Object.prototype.toString.call(error) !== '[object Error]')
        return `! thrown ${show(error)}`;
    const message = Object.getOwnPropertyDescriptor(error, 'message')?.value;
    return `! ${show(error.name)} ${show(message)}`;
}

/* What a step gives, and what it did to the variables. */
class Printer {
    constructor(number, steps, mode) {
        this.number = number;
        this.steps = steps;
        this.mode = mode;
        this.before = '';
        this.ended = false;
        this.lines = [];
    }

    /* After a step that made something long none is run. */
    run(k, f, state) {
        if (this.ended ||= state().some(is_long))
            return;
        take_log();
        let text;
        try {
            text = `=> ${show(f())}`;
        } catch (error) {
            text = thrown(error);
        }
        const log = take_log();
        const now = show(state());
        const after = now === this.before ? '' : ` | now ${now}`;
        this.before = now;
        this.lines.push(`${this.number}.${k} ${this.mode}: ${this.steps[k]} ` +
            shorten(text) + shorten(log && ` | log ${log}`) + shorten(after));
    }
}

function shorten(text) {
    return text.length <= 600 ? text :
        `${text.slice(0, 600)}... ${text.length} ${hash(text)}`;
}

/* What an array inherits is found, too. Only in a context of its own: it would
   slow down what comes after it. */
const pollution = [
    'Object.defineProperty(Array.prototype,1,{get(){note("proto get");return 7},' +
        'set(v){note("proto set")},configurable:true});',
    'Array.prototype[2]="inherited";Object.prototype[3]="object";',
    'Object.defineProperty(Object.prototype,0,{value:1,configurable:true});',
    'Array.prototype[Symbol.iterator]=function*(){note("iterator");yield 1};',
    'Array.prototype.constructor=Sub;',
    'String.prototype[1]="s";Number.prototype.x=1;',
    'Object.defineProperty(Object.prototype,"x",{set(v){note("set x")},' +
        'get(){return 5},configurable:true});',
];

function write(number, seed) {
    const r = new Random(`${seed} program ${number}`);
    const strict = r.chance(50);
    const apart = r.chance(4);
    const declare = r.pick(['let', 'let', 'var']);
    const values = [value(r), value(r), value(r)];
    const steps = r.list(3, 12, () => step(r));
    const source = `${strict ? '"use strict";' : ''}` +
        `${apart ? r.pick(pollution) : ''}` +
        `${declare} a=${values[0]},b=${values[1]},c=${values[2]};\n` +
        steps.map((text, k) => `$(${k},()=>{${text}},()=>[a,b,c]);`).join('\n');
    return { source, steps, apart, mode: strict ? 'strict' : 'sloppy' };
}

function compile(source, apart) {
    const text = `(function($,${names}){${source}\n})`;
    return apart ? vm.runInNewContext(text) : vm.runInThisContext(text);
}

function perform(number, seed) {
    const { source, steps, apart, mode } = write(number, seed);
    const printer = new Printer(number, steps, mode);
    if (process.env.SHOW)
        console.log(`# ${number}\n${source}`);
    try {
        compile(source, apart)((k, f, state) => printer.run(k, f, state),
                               ...Object.values(tools));
    } catch (error) {
        take_log();
        printer.lines.push(`${number}.x ${mode}: cannot be made ${thrown(error)}`);
    }
    return printer.lines;
}

function main(seed, count, from) {
    for (let i = from; i < from + count; i++) {
        const lines = perform(i, seed);
        if (lines.length > 0)
            console.log(lines.join('\n'));
    }
}

main(process.argv[2] || '1', Number(process.argv[3] || 100),
     Number(process.argv[4] || 0));

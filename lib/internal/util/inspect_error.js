'use strict';
/*
 * internal/util/inspect_error - how util.inspect() shows an error: its stack,
 * with the class in the first line, and below it the other properties.
 */

const { formatValue, getPrefix, indented } = require('internal/util/inspect');
const { isError } = require('internal/util');

const ReflectApply = Reflect.apply;
const ErrorToString = Error.prototype.toString;
const ObjectToString = Object.prototype.toString;

/* A getter that throws gives undefined. */
function tryGet(error, name) {
    try {
        return error[name];
    } catch {
        return undefined;
    }
}

function getStack(ctx, error) {
    const stack = tryGet(error, 'stack');
    if (stack && typeof stack === 'string')
        return stack;
    const head = ReflectApply(ErrorToString, error, []);
    if (!stack)
        return head;
    /* `stack` is not a string: show that value, without its own stack. */
    ctx.seen.push(error);
    const shown = indented(ctx, 4, () => formatValue(ctx, stack));
    ctx.seen.pop();
    return `${head}\n    ${shown}`;
}

/* Where `a` has a run of more than three lines that is in `b` as well. */
function identicalFrames(a, b) {
    for (let i = 0; i < a.length - 3; i++) {
        const at = b.indexOf(a[i]);
        if (at === -1 || b.length - at <= 3)
            continue;
        const max = Math.min(a.length - i, b.length - at);
        let length = 1;
        while (length < max && a[i + length] === b[at + length])
            length++;
        if (length > 3)
            return { length, offset: i };
    }
    return { length: 0, offset: 0 };
}

/* Drop the frames that the cause below shows as well. */
function dropFramesOfCause(ctx, error, frames) {
    let cause;
    try {
        ({ cause } = error);
    } catch {
        /* A getter that throws hides its cause. */
    }
    if (cause === undefined || cause === null || !isError(cause))
        return;
    const causeStack = getStack(ctx, cause);
    const start = causeStack.indexOf('\n    at');
    if (start === -1)
        return;
    const { length, offset } = identicalFrames(
        frames, causeStack.slice(start + 1).split('\n'));
    if (length > 3) {
        frames.splice(offset + 1, length - 2, ctx.stylize(
            `    ... ${length - 2} lines matching cause stack trace ...`,
            'undefined'));
    }
}

// ---- Functions that call themselves -----------------------------------------

/* line -> where it is, in order */
function placesOfLines(frames) {
    const places = new Map();
    for (let i = 0; i < frames.length; i++) {
        const known = places.get(frames[i]);
        if (known === undefined)
            places.set(frames[i], [i]);
        else
            known.push(i);
    }
    return places;
}

/* How often the lines from here on are repeated right below themselves. */
function countRepeats(frames, at, length) {
    let same = 0;
    while (at + length + same < frames.length &&
           frames[at + same] === frames[at + length + same])
        same++;
    return Math.floor(same / length);
}

/* How long the block may be that begins with a line which comes again at these
 * distances: the greatest common divisor, and what Euclid met on the way to it,
 * the last first. (Not all that is possible, but what Node tries.) */
function possibleLengths(distances) {
    const met = new Set();
    let divisor = 0;
    for (const distance of distances) {
        for (let rest = distance; rest !== 0;) {
            met.add(divisor);
            [divisor, rest] = [rest, divisor % rest];
        }
        if (divisor === 1)
            break;
    }
    met.delete(0);
    met.delete(divisor);
    return [divisor, ...[...met].reverse()];
}

/* The block of lines from here on whose repetitions cover the most lines. */
function findRepeat(frames, at, places) {
    const best = { at, length: 0, times: 0 };
    const later = places.slice(places.indexOf(at) + 1);
    if (later.length === 0)
        return best;
    for (const length of possibleLengths(later.map((place) => place - at))) {
        const times = countRepeats(frames, at, length);
        if (times * length > best.times * best.length) {
            best.length = length;
            best.times = times;
        }
    }
    return best;
}

const FEWEST = 3; // lines that are worth leaving out

function findRepeats(frames) {
    const places = placesOfLines(frames);
    const found = [];
    if (frames.length - places.size <= FEWEST)
        return found;
    for (let i = 0; i < frames.length - FEWEST; i++) {
        const repeat = findRepeat(frames, i, places.get(frames[i]));
        const { length, times } = repeat;
        if (length * times < FEWEST)
            continue;
        found.push(repeat);
        i += length * (times + 1) - 1;
    }
    return found;
}

function collapseRepeats(ctx, frames) {
    for (const { at, length, times } of findRepeats(frames).reverse()) {
        const above = times > 1 ? `${length} lines ${times} times...` :
            'lines ...';
        frames.splice(at + length, length * times, ctx.stylize(
            `    ... collapsed ${length * times} duplicate lines matching ` +
            `above ${above}`, 'undefined'));
    }
}

const LONG = 10; // frames: the default Error.stackTraceLimit

function getFrames(ctx, error, text) {
    const frames = text.split('\n');
    dropFramesOfCause(ctx, error, frames);
    if (frames.length > LONG)
        collapseRepeats(ctx, frames);
    return frames;
}

const shownNames = ['name', 'message', 'stack'];

/* What the stack says already need not be shown as a property. */
function dropShownKeys(ctx, keys, error, stack) {
    if (ctx.showHidden || keys.length === 0)
        return;
    for (let i = 0; i < shownNames.length; i++) {
        const name = shownNames[i];
        const at = keys.indexOf(name);
        if (at === -1)
            continue;
        const value = tryGet(error, name);
        if (name === 'stack' || typeof value !== 'string' ||
            stack.includes(value))
            keys.splice(at, 1);
    }
}

const leadingName = /^([A-Z][a-z_ A-Z0-9[\]()-]+)(?::|\n\s+at)/;
const onlyName = /^([a-z_A-Z0-9-]*Error)$/;

/* "5 [TypeError]: bad", if the name is not a string. */
function addClass(stack, constructor, name, tag) {
    const prefix = getPrefix(constructor, tag, 'Error').slice(0, -1);
    return stack.replace(`${name}`, () => `${name} [${prefix}]`);
}

/* Put the class in the first line if it is not there: an error whose name was
 * changed, or whose class has another name than its parent gave it. */
function improveStack(stack, constructor, name, tag) {
    if (typeof name !== 'string')
        return addClass(stack, constructor, name, tag);
    let length = name.length;
    const startsWithName = name.endsWith('Error') && stack.startsWith(name) &&
        (stack.length === length || stack[length] === ':' ||
         stack[length] === '\n');
    if (constructor !== null && !startsWithName)
        return stack;
    let fallback = 'Error';
    if (constructor === null) {
        const start = leadingName.exec(stack) || onlyName.exec(stack);
        fallback = (start && start[1]) || '';
        length = fallback.length;
        fallback ||= 'Error';
    }
    const prefix = getPrefix(constructor, tag, fallback).slice(0, -1);
    if (name === prefix)
        return stack;
    if (!prefix.includes(name))
        return `${prefix} [${name}]${stack.slice(length)}`;
    return length === 0 ? `${prefix}: ${stack}`
                        : `${prefix}${stack.slice(length)}`;
}

const builtInFrame = /^ {4}at (?:[^/\\(]+ \(|)node:(.+):\d+:\d+(?:\)|$)/;

/* Underline the names of packages. */
function markPackages(ctx, line) {
    const mark = '/node_modules/';
    let result = '';
    let from = 0;
    let at;
    while ((at = line.indexOf(mark, from)) !== -1) {
        const start = at + mark.length;
        let end = line.indexOf('/', start);
        if (line[start] === '@' && end !== -1)
            end = line.indexOf('/', end + 1);
        if (end === -1)
            break;
        result += line.slice(from, start) +
                  ctx.stylize(line.slice(start, end), 'module');
        from = end;
    }
    return from === 0 ? line : result + line.slice(from);
}

/* Grey out where the program's own folder is. */
function markFolder(ctx, line, folder) {
    const at = line.indexOf(folder);
    if (at === -1)
        return line;
    let start = at;
    let end = at + folder.length;
    if (line[start - 1] === '(' || line.slice(at - 7, at) === 'file://')
        start = line.slice(at - 7, at) === 'file://' ? at - 7 : start;
    if (line[end] === '/')
        end++;
    return line.slice(0, start) +
           ctx.stylize(line.slice(start, end), 'undefined') +
           line.slice(end);
}

function colorFrames(ctx, frames) {
    let folder;
    try {
        folder = process.cwd();
    } catch {
        /* The working directory was removed. */
    }
    let result = '';
    for (let i = 0; i < frames.length; i++) {
        const line = frames[i];
        if (builtInFrame.test(line)) {
            result += `\n${ctx.stylize(line, 'undefined')}`;
        } else {
            const marked = markPackages(ctx, line);
            result += `\n${folder === undefined
                ? marked : markFolder(ctx, marked, folder)}`;
        }
    }
    return result;
}

/* Where the frames begin: after the message, which may contain anything. */
function findFrames(error, stack) {
    const message = tryGet(error, 'message');
    let from = -1;
    if (typeof message === 'string' && message !== '') {
        from = stack.indexOf(message);
        if (from !== -1)
            from += message.length;
    }
    return stack.indexOf('\n    at', from);
}

/* Own ones only: what is behind an object that was given an error for its
 * prototype is not its cause. */
function addHiddenKeys(error, keys) {
    if (Object.hasOwn(error, 'cause') && !keys.includes('cause'))
        keys.push('cause');
    if (Object.hasOwn(error, 'errors') && Array.isArray(error.errors) &&
        !keys.includes('errors'))
        keys.push('errors');
}

function formatError(error, constructor, tag, ctx, keys) {
    let stack;
    try {
        stack = getStack(ctx, error);
    } catch {
        /* Its name or its message is not to be had. */
        return ReflectApply(ObjectToString, error, []);
    }
    const name = tryGet(error, 'name') ?? 'Error';
    dropShownKeys(ctx, keys, error, stack);
    addHiddenKeys(error, keys);
    stack = improveStack(stack, constructor, name, tag);

    const start = findFrames(error, stack);
    if (start === -1) {
        stack = `[${stack}]`;
    } else {
        const frames = getFrames(ctx, error, stack.slice(start + 1));
        stack = stack.slice(0, start) +
            (ctx.colors ? colorFrames(ctx, frames)
                        : `\n${frames.join('\n')}`);
    }
    if (ctx.indent !== 0) {
        stack = stack.replaceAll('\n',
                                 `\n${' '.repeat(ctx.indent)}`);
    }
    return stack;
}

module.exports = { formatError };

'use strict';
/*
 * internal/trace/why - `orrery explain --why LABEL`: the chain of causes from
 * the main script to one callback.
 *
 * LABEL is a place, `app.js:12` or `app.js:12:5`, or a text that a callback
 * printed. The place may be where the callback was asked for, or a line that
 * did something in it. Links in which only the runtime's own code ran are
 * counted, not shown.
 */

const { Failure } = require('internal/trace/failure');
const {
    isAsked, isInternal, isProgram, ms, plural, reason, requestName, settler,
    title, turnAndPhase, who,
} = require('internal/trace/words');

function placeMatcher(label) {
    const [, path, line, column] = label.match(/^(.*):(\d+)(?::(\d+))?$/) ?? [];
    if (path === undefined)
        return undefined;
    const end = `${path}:${line}${column === undefined ? '' : `:${column}`}`;
    return (loc) => {
        if (loc === undefined)
            return false;
        const at = column === undefined ? loc.replace(/:\d+$/, '') : loc;
        return at === end || at.endsWith(`/${end.replace(/^\.\//, '')}`);
    };
}

function isIn(run, test) {
    return run.inner.some((part) => part.event === undefined && test(part));
}

/* Did code of the program run in it, or only the runtime's? */
function isOfProgram(model, run) {
    const { event } = run;
    if (run.entries.length > 0 || run.requests.length > 0 || run.isBody)
        return true;
    return event.kind === 'tick' ? isAsked(model, event) :
        event.kind === 'microtask' ? !isInternal(model, run) :
            event.kind === 'timer' || event.kind === 'immediate' ||
            run.inner.some((part) => part.event === undefined && isProgram(part.loc));
}

/* All runs that the label may mean: those that were asked for there, that came to a
 * function there, or that did something there; the program's own first. */
function find(model, label) {
    const { runs } = model;
    const matches = placeMatcher(label);
    if (matches !== undefined) {
        const made = runs.filter((run) => matches(run.event.loc));
        const ways = [
            made.filter((run) => isOfProgram(model, run)),
            runs.filter(({ entries }) => entries.some(({ loc }) => matches(loc))),
            runs.filter((run) => isIn(run, (event) => matches(event.loc))),
            made,
        ];
        return ways.find((found) => found.length > 0) ??
            findAround(model, runs, label);
    }
    const named = runs.filter((run) => run.by?.fn === label ||
        run.entries.some(({ fn }) => fn === label) ||
        run.requests.some((request) => isRequest(request, label)));
    const ways = [
        named,
        runs.filter((run) => isIn(run, (event) => isPrinting(event) &&
            event.text.includes(label))),
        runs.filter((run) => run.requests.some((request) =>
            requestName(request).includes(label))),
    ];
    return ways.find((found) => found.length > 0) ?? [];
}

/* Where functions of the program begin that a run came to. That of a timer, a file or
 * a promise most often begins in the line that asked for it, and is no entry then. */
const CALLBACKS = new Set(['timer', 'immediate', 'tick', 'microtask', 'fs']);

function functionsOf(model, run) {
    const places = run.entries.map(({ loc }) => loc);
    const { kind, loc } = run.event;
    const { name } = model.place(loc) ?? {};
    return CALLBACKS.has(kind) && isProgram(loc) &&
        (kind !== 'timer' || /^set(Timeout|Interval)$/.test(name)) &&
        (kind === 'fs' || isOfProgram(model, run)) ? [...places, loc] : places;
}

/* A line inside of a function of the program that runs came to: the innermost
 * function that has it, by how its lines are indented. */
function findAround(model, runs, label) {
    const [, path, line] = label.match(/^(?:\.\/)?(.*?):(\d+)(?::\d+)?$/) ?? [];
    let nearest = 0;
    let found = [];
    for (const run of runs) {
        for (const loc of functionsOf(model, run)) {
            const place = model.place(loc);
            if (place.line < nearest || !isInFunction(model, place, Number(line)) ||
                (place.file !== path && !place.file.endsWith(`/${path}`)))
                continue;
            if (place.line > nearest)
                found = [];
            nearest = place.line;
            if (found.at(-1) !== run)
                found.push(run);
        }
    }
    return found;
}

function isInFunction(model, { file, line }, wanted) {
    const indent = (n) => model.line(file, n).search(/\S/);
    const from = indent(line);
    for (let n = line + 1; n <= wanted; n++) {
        const here = indent(n);
        if (here >= 0 && here <= from)
            return false;
    }
    return wanted > line && indent(wanted) >= 0;
}

/* "GET /todos", "/todos", and "GET /todos -> 200" mean a request. */
function isRequest(request, label) {
    const path = request.url.replace(/\?.*/, '');
    return [request.url, path, `${request.method} ${request.url}`,
            `${request.method} ${path}`, requestName(request)].includes(label);
}

/* Output of a worker is shown in the worker, not where the parent passes it
 * on. */
function isPrinting(event) {
    return event.e === 'console' && event.relay === undefined;
}

/* From the main script, or the body of the main module, to it. */
function chainOf(run) {
    const chain = [];
    for (let at = run; at !== undefined && chain.length < 10000; at = at.cause) {
        chain.push(at);
        if (at.isBody)
            break;
    }
    return chain.reverse();
}

/* The line of the program that asked for the next link, or posted it. */
function bridge(model, style, next) {
    const loc = next.isFromAfar ? next.post?.loc :
        isProgram(next.event.loc) || next.entries.length === 0 ?
            next.event.loc : undefined;
    const place = model.place(loc);
    if (place === undefined)
        return [];
    const where = model.short(loc);
    return [style.line(5, style.fit(place.text, 5, where), where, style.cyan)];
}

function printed(model, style, run) {
    const event = run.inner.find((part) => isPrinting(part));
    return event === undefined ? [] :
        [style.line(5, `prints  ${event.text.split('\n')[0]}`,
                    model.short(event.loc), style.green)];
}

/* The functions of the program that it came to. */
function entered(model, style, run) {
    return run.entries.slice(0, 4).map(({ loc, fn }) => {
        const where = model.short(loc);
        const text = `runs ${fn ? `${fn}()` : model.place(loc).text}`;
        return style.line(5, style.fit(text, 5, where), where, style.cyan);
    });
}

/* And the answer, wherever it was given. */
function answered(model, style, run) {
    return run.requests.filter(({ answer }) => answer !== undefined)
        .map(({ method, url, status, answer }) => style.line(
            5, `answered: ${method} ${url} -> ${status}, ` +
            `${ms(model.time(answer) - model.time(run.event))} later`,
            model.short(answer.loc), style.dim));
}

function isShown(run, last) {
    return run === last || run.entries.length > 0 || run.requests.length > 0 ||
        run.response !== undefined || run.event.loc !== undefined || run.isFromAfar ||
        run.event.kind === 'script';
}

/* Links of `known`, which were shown before, are not shown again. */
function describeChain(model, style, chain, known = new Set()) {
    const lines = [];
    const last = chain.at(-1);
    let skipped = 0;
    let n = 0;
    for (const run of chain) {
        if (known.has(run)) {
            n += isShown(run, last) ? 1 : 0;
            continue;
        }
        if (n > 0 && lines.length === 0)
            lines.push(style.line(0, n === 1 ? '  1. as above' :
                `  1. to ${n}. as above`, '', style.dim));
        if (!isShown(run, last)) {
            skipped++;
            continue;
        }
        if (skipped > 0)
            lines.push(style.line(5, `${plural(skipped, 'step')} of the runtime` +
                ' in between', '', style.dim));
        skipped = 0;
        if (n > 0)
            lines.push(...bridge(model, style, run));
        lines.push(style.line(0, `${String(++n).padStart(3)}. ${title(model, run)}`,
                              `${turnAndPhase(model, run)}, ${ms(model.time(run.event))}`,
                              style.bold));
        lines.push(style.line(5, `because ${reason(model, run)}`, '', style.dim));
        if (run.event.kind !== 'script' && !run.isBody)
            lines.push(...entered(model, style, run));
        if (run === last)
            lines.push(...answered(model, style, run), ...printed(model, style, run));
    }
    return lines;
}

function others(style, model, runs) {
    if (runs.length === 1)
        return [];
    return ['\n', style.line(0, `It ran ${plural(runs.length, 'time')}; this is` +
        ' the first. The last time: ' + turnAndPhase(model, runs.at(-1)) + ', ' +
        ms(model.time(runs.at(-1).event)) + '.', '', style.dim)];
}

/* What settled the promise that it waited for, or made it runnable otherwise. */
function trigger(style, model, run) {
    const by = run.event.kind === 'microtask' ? settler(model, run) : run.trigger;
    if (by === undefined || by === run.cause || by === run || run.isFromAfar)
        return [];
    const what = run.event.kind === 'microtask' ? 'What settled its promise' :
        'What made it runnable';
    return ['\n', style.line(0, `${what} is another thing: ${
        who(model, by)}. Its chain:`, '', style.bold), '\n',
            ...describeChain(model, style, chainOf(by), new Set(chainOf(run)))];
}

function describe(model, style, label) {
    const runs = find(model, label);
    if (runs.length === 0)
        throw new Failure(`no callback of this run is meant by ${label}: give ` +
            'FILE:LINE, the name of a function, a request such as "GET /todos", ' +
            'or a text that was printed');
    const [run] = runs;
    return [style.line(0, `Why did ${label} run?`, '', style.bold), '\n',
            ...describeChain(model, style, chainOf(run)),
            ...trigger(style, model, run),
            ...others(style, model, runs)].join('');
}

module.exports = { describe };

'use strict';

/*
 * internal/explore/report - what was found: as text, as JSON.
 */

const { minimise, minimiseOutcome, minimisePassing } =
    require('internal/explore/minimise');
const { racesOf, raceWords, raceOf } = require('internal/explore/races');
const { sentence, splitOrder, parseDeviation } = require('internal/explore/words');
/* Loaded when first used: fs, internal/explore/witness. */

const NOT_MODELLED = [
    'writes of large files that are torn, and partial copies',
    'shared memory between two waits of Atomics',
    'what a child process sees and does: it runs once, in one piece, on the real files',
];

function quote(order) {
    return order === '' ? '\'\'' : `'${order.replaceAll('\'', '\'\\\'\'')}'`;
}

function thingIn(run, name) {
    for (const thing of run.things.values())
        if (thing.name === name)
            return thing;
    return undefined;
}

// How long the m-th event of an operation took. One that never came took at least until
// the callback that it was held for.
function timeOf(run, name, until) {
    const [, plain, m = 1] = /^(.*#\d+)(?:\.(\d+))?$/.exec(name) ?? [];
    const thing = thingIn(run, plain);
    const end = thing?.times[m - 1] ?? run.calls.find((call) => call.name === until)?.at;
    return end === undefined ? 0 : end - thing.at;
}

// For how much longer than usual things have to take, at least, by the order.
function delayOf(search, run) {
    let ms = 0;
    for (const one of splitOrder(run.order).map(parseDeviation)) {
        if (one === null)
            continue;
        const more = one.ms ?? timeOf(run, one.who, one.until) -
            timeOf(search.base, one.who);
        ms = Math.max(ms, more);
    }
    return ms;
}

// Of the shortest order: what it says may differ in its numbers.
function messageOf(search, run, { key, message }) {
    return search.classify(run, search.base)
        .find((one) => one.key === key)?.message ?? message;
}

// What a run's order is about.
function describeOrder(search, run, passes) {
    return {
        order: run.order,
        sentence: sentence(run.order),
        deviations: splitOrder(run.order).length,
        delay_ms: delayOf(search, run),
        race: raceOf(search, passes?.order ?? run.order),
        run,
    };
}

async function failuresOf(search, failures = [...search.failures.values()]) {
    const list = [];
    search.beginShortening();
    for (const failure of failures) {
        const { run, isCertain } = failure.run.order === '' ?
            { run: failure.run, isCertain: true } : await minimise(search, failure);
        const passes = failure.passing && await minimisePassing(search, failure);
        list.push({
            message: messageOf(search, run, failure),
            ...describeOrder(search, await search.whole(run), passes),
            first: failure.run.number,
            count: failure.count,
            certain: isCertain,
            confirmed: null,
            key: failure.key,
            others: failure.others,
            passes,
        });
    }
    return list.sort((a, b) => a.deviations - b.deviations || a.delay_ms - b.delay_ms ||
        a.first - b.first);
}

const SHORTENED = 8; // outcomes; more are a program that prints times or chance

// Each with the shortest order that shows it; those of failures are there already.
async function outcomesOf(search) {
    const list = [...search.outcomes.values()].sort((a, b) => b.count - a.count);
    const all = [];
    for (const { run, count } of list) {
        const isShortened = list.length <= SHORTENED && run.order !== '' &&
            search.classify(run, search.base).length === 0;
        const best = isShortened ? await minimiseOutcome(search, run) : run;
        all.push({
            stdout: Buffer.from(run.stdout, 'latin1').toString(),
            code: run.code,
            count,
            first: run.number,
            order: best.order,
            deviations: splitOrder(best.order).length,
            fails: search.classify(run, search.base).length > 0,
        });
    }
    return all;
}

function failureToJSON({ message, order, sentence, first, deviations, delay_ms,
    confirmed, passes }) {
    return { message, order, sentence, first, deviations, delay_ms, confirmed, passes };
}

function toJSON(search, failures, outcomes) {
    return {
        explored: search.count,
        orders: search.sequences.size,
        complete: search.isComplete === true,
        failures: failures.map(failureToJSON),
        races: [...racesOf(search, outcomes), ...failures.filter(({ race }) => race)
            .map(({ race, order }) => ({ ...race, order }))],
        outcomes: outcomes.map(({ fails, ...rest }) => rest),
        not_modelled: NOT_MODELLED,
    };
}

// ---- Text ----------------------------------------------------------------------------

function indent(text) {
    return text.trimEnd().split('\n').map((line) => `    ${line}`).join('\n');
}

// Nothing at all is not to be seen on a screen, so it is said.
function shown(text) {
    if (text.trim() === '')
        return text === '' ? '(it prints nothing)' : '(it prints an empty line)';
    const lines = text.trimEnd().split('\n');
    return lines.length > 8 ?
        [...lines.slice(0, 7), `... ${lines.length - 7} more lines`].join('\n') :
        lines.join('\n');
}

// Of what fails in the usual order: does it pass in another?
function usualText({ passes }, o) {
    return passes === undefined ?
        ['  in the usual order, and in all that were tried: no question of order'] :
        ['  in the usual order here',
            `  it passes when ${passes.sentence}`,
            `    orrery replay ${quote(passes.order)} ${o.words.join(' ')}`];
}

function failureText(failure, o) {
    const text = [`FAILS  ${failure.message}`];
    if (failure.order === '') {
        text.push(...usualText(failure, o));
        return text.join('\n');
    }
    text.push(`  when ${failure.sentence}`);
    if (failure.race !== undefined)
        text.push(`  ${raceWords(failure.race)}`);
    if (failure.delay_ms > 0)
        text.push(`  (needs ${failure.delay_ms} ms or more)`);
    text.push(`  found in run ${failure.first}; again, every time:`,
        `    orrery replay ${quote(failure.order)} ${o.words.join(' ')}`);
    if (failure.confirmed !== null)
        text.push(`  ${witness().confirmationText(failure.confirmed)}`);
    return text.join('\n');
}

function outcomeText(outcome, total, words) {
    const text = [`  ${outcome.count} of ${total} runs, exit code ${outcome.code}`];
    if (outcome.order === '')
        text.push('  in the usual order');
    else
        text.push(`  when ${sentence(outcome.order)}`,
            `    orrery replay ${quote(outcome.order)} ${words.join(' ')}`);
    text.push(indent(shown(outcome.stdout)));
    return text.join('\n');
}

function summary(search) {
    const time = ((performance.now() - search.started) / 1000).toFixed(1);
    const cut = search.isComplete ? 'all orders were tried' :
        `${search.sequences.size} different orders`;
    return `${search.count} runs in ${time} s, ${cut}`;
}

function print(search, failures, outcomes, o) {
    const text = [];
    for (const failure of failures)
        text.push(failureText(failure, o), '');
    if (failures.length === 0 && outcomes.length > 1) {
        text.push(`${outcomes.length} different outcomes:`, '');
        for (const race of racesOf(search, outcomes))
            text.push(`RACE   ${raceWords(race)}`, '');
        for (const outcome of outcomes)
            text.push(outcomeText(outcome, search.count, o.words), '');
        if (search.uncounted > 0)
            text.push(`  ${search.uncounted} more runs, with others\n`);
    }
    if (failures.length === 0 && outcomes.length === 1)
        text.push(search.isComplete ?
            `ok     all ${search.sequences.size} orders tried, none fails, and all have ` +
            `the same outcome\n       (not modelled: ${NOT_MODELLED.join('; ')})` :
            'ok     every order that was tried has the same outcome');
    text.push(summary(search));
    process.stdout.write(`${text.join('\n')}\n`);
}

function witness() {
    return require('internal/explore/witness');
}

// On stock Node, one after the other: each takes its processes.
async function confirmAll(search, failures, o) {
    for (const failure of failures)
        if (failure.order !== '')
            await witness().confirmFailure(search, failure, o);
}

// The exit code: 0 if nothing fails, else 1.
async function finish(search, o) {
    const failures = await failuresOf(search);
    if (o.confirm)
        await confirmAll(search, failures, { words: o.words, jobs: o.jobs });
    const outcomes = await outcomesOf(search);
    if (o.json !== undefined) {
        const text = `${JSON.stringify(toJSON(search, failures, outcomes), null, 1)}\n`;
        if (o.json === '-')
            process.stdout.write(text);
        else
            require('fs').writeFileSync(o.json, text);
    }
    if (o.json !== '-')
        print(search, failures, outcomes, o);
    return failures.length > 0 ? 1 : 0;
}

module.exports = { finish, failuresOf, describeOrder, quote, summary, usualText, NOT_MODELLED };

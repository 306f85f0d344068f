'use strict';

/*
 * internal/explore/test_report - what was found in a test suite: as text while it goes
 * on, and in the formats that tools read at its end.
 */

const fs = require('fs');
const { quote } = require('internal/explore/report');
const { raceWords } = require('internal/explore/races');
/* Loaded when first used: internal/explore/witness. */

const EXIT_OK = 0;
const EXIT_FLAKY = 1;
const EXIT_CANNOT = 2;

function escapeXML(text) {
    return text.replace(/[<>&"]/g, (c) => `&#${c.charCodeAt(0)};`);
}

// The line of the program that an order is about.
function placeOf(order) {
    const match = /@(.*?):(\d+)#/.exec(order);
    return match ? { file: match[1], line: Number(match[2]) } : undefined;
}

// When it fails, or when what fails in the usual order does not; and which two lines
// touch the same thing.
function reasonsOf({ sentence, passes, race }) {
    const when = passes === undefined ? `when ${sentence}` :
        `in the usual order here; it passes when ${passes.sentence}`;
    return race === undefined ? [when] : [when, raceWords(race)];
}

// The order that fails; of what fails in the usual one, the order that passes.
function commandOf({ order: fails, passes }, words) {
    const order = passes?.order ?? fails;

    return `orrery replay ${quote(order)} ${words.join(' ')}`;
}

function flakyLines(file, failure, command, mark = '') {
    const proof = failure.confirmed ? [require('internal/explore/witness')
        .confirmationText(failure.confirmed)] : [];
    return [`FLAKY   ${file}: ${failure.key}${mark}`,
        ...[failure.message, ...reasonsOf(failure), command, ...proof]
            .map((line) => `        ${line}`)];
}

class Report {
    constructor(o) {
        this.o = o;
        this.files = [];
        this.known = new Set(o.baseline ? readBaseline(o.baseline) : []);
    }

    // If standard output is for a tool, people read the other one.
    say(text) {
        const isTaken = [this.o.json, this.o.junit, this.o.sarif].includes('-');
        (isTaken ? process.stderr : process.stdout).write(`${text}\n`);
    }

    cannot(reason) {
        process.stderr.write(`orrery: ${reason}\n`);
        return EXIT_CANNOT;
    }

    keyOf(file, failure) {
        return `${file}: ${failure.key}`;
    }

    isNew(file, failure) {
        return !this.known.has(this.keyOf(file, failure));
    }

    add(one) {
        this.files.push(one);
        const text = this.textOf(one);
        this.say(text.join('\n'));
    }

    textOf({ file, words, tests, skipped, usual, failures, search }) {
        if (skipped !== undefined)
            return [`skipped ${file}: ${skipped}`];
        const text = [];
        for (const failure of failures) {
            const mark = this.isNew(file, failure) ? '' : ' (in the baseline)';
            text.push(...flakyLines(file, failure, commandOf(failure, words), mark));
        }
        const count = `${tests.size} tests, ${search.count} runs`;
        const cut = search.isComplete ? 'all orders tried' : `cut at ${search.count}`;
        const wrong = usual.length > 0 ? `, ${usual.length} fail in every order` : '';
        text.push(failures.length === 0 ?
            `ok      ${file}: ${count}, ${cut}${wrong}` :
            `        ${file}: ${count}${wrong}`);
        return text;
    }

    findings() {
        return this.files.flatMap((one) => one.failures
            .filter((failure) => this.isNew(one.file, failure))
            .map((failure) => ({ ...one, failure })));
    }

    toJSON() {
        return {
            explored: this.files.reduce((n, { search }) => n + search.count, 0),
            files: this.files.map(({ file, tests, skipped, failures, search, words }) => ({
                file, tests: tests.size, skipped, explored: search.count,
                orders: search.sequences.size, complete: search.isComplete === true,
                failures: failures.map(({ run, others, ...rest }) => ({
                    ...rest, command: commandOf(rest, words),
                    new: this.isNew(file, rest),
                })),
            })),
        };
    }

    toJUnit() {
        const cases = this.files.map(({ file, skipped, failures, words }) => {
            const inner = skipped !== undefined ?
                `<skipped message="${escapeXML(skipped)}"/>` :
                failures.map((failure) =>
                    `<failure message="${escapeXML(failure.message)}">` +
                    escapeXML([failure.key, ...reasonsOf(failure),
                        commandOf(failure, words)].join('\n')) + '</failure>').join('');
            return `<testcase name="${escapeXML(file)}" classname="orrery explore">` +
                `${inner}</testcase>`;
        });
        return '<?xml version="1.0" encoding="utf-8"?>\n<testsuites><testsuite ' +
            `name="orrery explore" tests="${this.files.length}" failures="` +
            `${this.findings().length}">${cases.join('\n')}</testsuite></testsuites>\n`;
    }

    toSARIF() {
        const results = this.findings().map(({ file, words, failure }) => {
            const place = placeOf(failure.passes?.order ?? failure.order) ?? { file, line: 1 };
            return {
                ruleId: 'order', level: 'error',
                message: { text: `${failure.key}: ${failure.message}; ` +
                    `${reasonsOf(failure).join('; ')}. ${commandOf(failure, words)}` },
                locations: [{ physicalLocation: {
                    artifactLocation: { uri: place.file },
                    region: { startLine: place.line },
                } }],
            };
        });
        return {
            version: '2.1.0',
            $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
            runs: [{ tool: { driver: { name: 'orrery explore',
                version: process.versions.orrery,
                rules: [{ id: 'order', shortDescription: {
                    text: 'A test depends on the order of events' } }] } }, results }],
        };
    }

    // Annotations of a pull request.
    githubLines() {
        return this.findings().map(({ file, words, failure }) => {
            const place = placeOf(failure.passes?.order ?? failure.order) ?? { file, line: 1 };
            const text = `${failure.message}; ${reasonsOf(failure).join('; ')}\n` +
                commandOf(failure, words);
            return `::error file=${place.file},line=${place.line},title=Flaky: ` +
                `${failure.key}::${text.replaceAll('%', '%25').replaceAll('\n', '%0A')}`;
        });
    }

    finish() {
        const { o } = this;
        const write = (file, text) => file === '-' ? process.stdout.write(text) :
            fs.writeFileSync(file, text);
        if (o.json !== undefined)
            write(o.json, `${JSON.stringify(this.toJSON(), null, 1)}\n`);
        if (o.junit !== undefined)
            write(o.junit, this.toJUnit());
        if (o.sarif !== undefined)
            write(o.sarif, `${JSON.stringify(this.toSARIF(), null, 1)}\n`);
        if (o.github)
            for (const line of this.githubLines())
                process.stdout.write(`${line}\n`);
        if (o.writeBaseline !== undefined)
            this.saveBaseline(o.writeBaseline);
        const found = this.findings().length;
        this.say(`${this.files.length} files, ${found} flaky tests`);
        return found > 0 ? EXIT_FLAKY : EXIT_OK;
    }

    saveBaseline(file) {
        const keys = this.files.flatMap((one) =>
            one.failures.map((failure) => this.keyOf(one.file, failure)));
        fs.writeFileSync(file, `${JSON.stringify(keys.sort(), null, 1)}\n`);
    }
}

function readBaseline(file) {
    return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : [];
}

module.exports = { Report, flakyLines };

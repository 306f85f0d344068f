'use strict';

/*
 * internal/vitest/main - vitest's main process for a test file that is to be run on the
 * simulator: `orrery --vitest-parent QUESTIONS run test/a.test.ts`.
 *
 * Vite needs native addons and processes of its own, which the simulator has not. So
 * this process runs on the real system: it reads the configuration, runs the global
 * setup, and makes the text of each module that the file will ask for. No test is run
 * here. What a worker would have been sent goes to standard output, by v8.serialize():
 *
 *     { file, ignoresErrors, script, env, execArgv, messages }   of internal/vitest/fork
 *     answers                          by the keys of internal/vitest/modules
 *
 * QUESTIONS are further ones, as JSON; "list" names the test files instead, as JSON:
 * [{ file, project, pool }].
 */

const path = require('path');
const fs = require('fs');
/* Loaded when first used: child_process, internal/modules/esm,
 * internal/vitest/fork, internal/vitest/modules, module, v8. */

const CLOSE_MS = 2000; // for the global teardown

function writeAll(bytes) {
    for (let at = 0; at < bytes.length;)
        at += fs.writeSync(1, bytes, at);
}

// What was asked for cannot be done: that is no fault of vitest's, and has no stack.
class Refusal extends Error {}

function fail(error) {
    const text = error instanceof Refusal ? `Error: ${error.message}` :
        error?.stack ?? error;
    process.stderr.write(`${text}\n`);
    process.exit(1);
}

// What a plugin or the configuration prints is no part of the answer.
function keepOutputClean() {
    process.stdout.write = process.stderr.write.bind(process.stderr);
}

async function open(words) {
    const { importFrom, cwdUrl } = require('internal/modules/esm');
    const { createVitest, parseCLI } = await importFrom('vitest/node', cwdUrl());
    const { filter, options } = parseCLI(['vitest', ...words]);
    delete options['--'];
    const vitest = await createVitest('test', {
        ...options, run: true, watch: false, ui: false, open: false, pool: 'forks',
        reporters: [{}], reporter: undefined, outputFile: undefined, shard: undefined,
        coverage: { enabled: false }, typecheck: { enabled: false },
        passWithNoTests: true,
    });
    return { vitest, filter };
}

async function close(vitest) {
    const late = new Promise((resolve) => {
        setTimeout(resolve, CLOSE_MS);
    });
    await Promise.race([Promise.resolve(vitest.close()).catch(() => {}), late]);
}

// ---- The files ----------------------------------------------------------------------

// Until version 3 a specification was [project, file, { pool }].
function describeSpec(spec) {
    const project = spec.project ?? spec[0];
    return {
        file: path.relative('', spec.moduleId ?? spec[1]),
        project: project.name ?? project.getName?.() ?? '',
        pool: spec.pool ?? spec[2]?.pool,
    };
}

async function list(words) {
    const { vitest, filter } = await open(words);
    const specs = await (vitest.globTestSpecifications?.(filter) ??
        vitest.globTestSpecs(filter));
    writeAll(Buffer.from(JSON.stringify(specs.map(describeSpec))));
    process.exit(0);
}

// ---- One file -----------------------------------------------------------------------

class Parent {
    constructor(filter, questions) {
        this.filter = filter;
        this.isExact = filter.some((name) => fs.existsSync(name));
        this.questions = questions;
        this.taken = [];
        this.answers = new Map();
    }

    // In place of child_process.fork().
    replaceFork() {
        const { Fork } = require('internal/vitest/fork');
        require('child_process').fork = (script, args, options) =>
            new Fork(script, options ?? args, (fork, task) => this.take(fork, task));
        require('module').syncBuiltinESMExports();
    }

    isWanted(file) {
        return this.isExact ? this.filter.some((name) => path.resolve(name) === file) :
            this.filter.length === 0 ||
            this.filter.some((name) => file.includes(name));
    }

    async take(fork, task) {
        const file = task.files[0]?.filepath ?? task.files[0];
        if (!this.isWanted(file))
            return;
        this.taken.push({ file, fork, project: task.config.name ?? '' });
        if (this.taken.length > 1)
            return;
        const { Crawl } = require('internal/vitest/modules');
        const crawl = new Crawl(fork, task, this.answers);
        await crawl.run(file);
        for (const [method, ...args] of this.questions)
            await crawl.ask(method, ...args);
    }

    // What is wrong with what was asked for.
    problem() {
        const names = this.taken.map(({ file }) => path.relative('', file));
        if (names.length === 0)
            return `vitest has no test file '${this.filter.join(' ')}' for Node`;
        if (names.length === 1)
            return undefined;
        return new Set(names).size > 1 ?
            `on the simulator vitest runs one file, not ${names.sort().join(', ')}` :
            `${names[0]} is in more than one project; --project names one: ` +
                this.taken.map(({ project }) => project).sort().join(', ');
    }

    result({ dangerouslyIgnoreUnhandledErrors: ignoresErrors = false }) {
        const [{ file, fork }] = this.taken;
        const { script, env, execArgv, messages } = fork;
        return { worker: { file, ignoresErrors, script, env, execArgv, messages },
            answers: this.answers };
    }
}

// A project can name a pool of its own, in which tests would really be run.
function useForks(vitest) {
    for (const { config } of vitest.projects) {
        config.pool = 'forks';
        config.poolMatchGlobs = [];
    }
}

async function prepare(words, questions) {
    const { vitest, filter } = await open(words);
    const parent = new Parent(filter, questions);
    parent.replaceFork();
    useForks(vitest);
    await vitest.start(filter);
    const problem = parent.problem();
    if (problem !== undefined)
        throw new Refusal(problem);
    const bytes = require('v8').serialize(parent.result(vitest.config));
    await close(vitest);
    writeAll(bytes);
    process.exit(0);
}

function run([asked, ...words]) {
    keepOutputClean();
    process.env.VITEST ??= 'true';
    process.env.TEST ??= 'true';
    process.env.NODE_ENV ??= 'test';
    (asked === 'list' ? list(words) : prepare(words, JSON.parse(asked))).catch(fail);
}

module.exports = { run };

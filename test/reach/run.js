'use strict';
/*
 * The three questions of test/reach/run. Each program runs in BUILD/test/forms,
 * which notes what ran and can lack a function:
 *
 *     ends      ORRERY_COVER                  code 0, and nothing unreached
 *     mutants   ORRERY_MUTANT_CALLED, once    who calls which function
 *               ORRERY_MUTANT=f, for each f   the programs that call f, the
 *                                             quickest first, until one fails
 *     lines     ORRERY_COVER                  the lines of lib/
 */
const { execFileSync, spawn } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');
const cover = require('./cover.js');

const [, , build, what, wanted] = process.argv;
const forms = path.resolve(build, 'test/forms');
const jobs = Number(process.env.JOBS ?? 2);
const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'orrery-reach-'));
process.on('exit', () => fs.rmSync(dir, { recursive: true }));
process.on('SIGINT', () => process.exit(130));
process.on('SIGTERM', () => process.exit(143));

let passed = 0;
let failed = 0;
let count = 0;

function pattern(text) {
    const escaped = text.replace(/[.+^${}()|[\]\\]/g, '\\$&');
    return new RegExp(`^${escaped.replaceAll('*', '.*').replaceAll('?', '.')}$`);
}

/* The programs; what one says of builds that it is not for holds here, too. */
function programs() {
    const only = pattern(process.env.ONLY || '*');
    const found = fs.readdirSync('test/lib')
        .filter((name) => name.endsWith('.js') && only.test(name.slice(0, -3)))
        .map((name) => path.resolve('test/lib', name));
    if (found.length === 0)
        throw new Error(`no program of test/lib matches ONLY=${process.env.ONLY}`);
    return found;
}

/* Run a program: { code, ms, output, cover }. A hang has the code 'hangs'. */
function perform(program, environment, limit) {
    const began = Date.now();
    const file = path.join(dir, `cover${count++}`);
    const child = spawn(forms, [program], {
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { ...process.env, ORRERY_COVER: file, ...environment },
        detached: true,
    });
    let output = '';
    let hangs = false;
    const add = (text) => {
        output = (output + text).slice(-2000);
    };
    child.stdout.setEncoding('utf8').on('data', add);
    child.stderr.setEncoding('utf8').on('data', add);
    return new Promise((resolve) => {
        // Its children as well: those may keep the pipes open.
        const end = () => {
            try {
                process.kill(-child.pid, 'SIGKILL');
            } catch {
                // nothing is left
            }
        };
        const timer = setTimeout(() => {
            hangs = true;
            end();
        }, limit);
        child.on('exit', (code, signal) => {
            clearTimeout(timer);
            setTimeout(end, 1000).unref();
        });
        child.on('close', (code, signal) => {
            const covered = fs.existsSync(file) ? cover.read(file) : new Map();
            fs.rmSync(file, { force: true });
            resolve({ code: hangs ? 'hangs' : code ?? signal, output, covered,
                      ms: Date.now() - began });
        });
    });
}

/* work(item) for each of them, so many at a time. */
async function each(items, work) {
    const rest = [...items];
    const run = async () => {
        for (let item = rest.shift(); item !== undefined; item = rest.shift())
            await work(item);
    };
    await Promise.all(Array.from({ length: jobs }, run));
}

/* ---- ends ---------------------------------------------------------------- */

async function ends() {
    await each(programs(), async (program) => {
        const run = await perform(program, {}, 120000);
        const found = run.code === 0 ? cover.unreached(program, run.covered)
            : [`ended with code ${run.code}`, run.output];
        if (found.length === 0) {
            passed++;
            return;
        }
        failed++;
        console.log(`FAIL ${path.relative('.', program)}: ${found.join('\n    ')}`);
    });
}

/* ---- mutants ------------------------------------------------------------- */

/* Names for people: those of C, and where they are. */
function namesOf(keys) {
    const places = keys.map((key) => /^([0-9a-f]+)\//.exec(key))
        .filter((match) => match !== null && /[0-9]/.test(match[1]));
    const lines = execFileSync('addr2line', ['-f', '-e', forms], {
        input: places.map((match) => `0x${match[1]}\n`).join(''),
        encoding: 'utf8',
    }).split('\n');
    const names = new Map();
    places.forEach((match, i) => {
        const file = lines[2 * i + 1].replace(/^.*\/src\//, 'src/')
            .replace(/:.*/, '');
        names.set(match.input, `${file} ${lines[2 * i]} ` +
                               `(${match.input.slice(match[0].length)})`);
    });
    for (const key of keys) {
        if (!names.has(key))
            names.set(key, `src/engine ${key}`);
    }
    return names;
}

/* What askCallers() found, kept beside the executable: the parts of a long run need it
 * each. */
async function callers() {
    const kept = path.resolve(build, 'test/callers.json');
    const isFresh = !process.env.ONLY && fs.existsSync(kept) &&
        fs.statSync(kept).mtimeMs > fs.statSync(forms).mtimeMs;
    if (isFresh) {
        const { calls, times } = JSON.parse(fs.readFileSync(kept, 'utf8'));
        return { calls: new Map(calls), times: new Map(times) };
    }
    const { calls, times } = await askCallers();
    if (!process.env.ONLY) {
        fs.writeFileSync(kept, JSON.stringify({ calls: [...calls],
                                                times: [...times] }));
    }
    return { calls, times };
}

/* Map of function -> the programs that call it, the quickest first. */
async function askCallers() {
    const calls = new Map();
    const times = new Map();
    await each(programs(), async (program) => {
        const file = path.join(dir, path.basename(program));
        const run = await perform(program, { ORRERY_MUTANT_CALLED: file }, 120000);
        if (run.code !== 0)
            throw new Error(`${program}: code ${run.code}\n${run.output}`);
        times.set(program, run.ms);
        if (!fs.existsSync(file))
            return; // it became another program: execve()
        for (const row of fs.readFileSync(file, 'utf8').trim().split('\n')) {
            const [, called, key] = /^(\d) (.*)$/.exec(row) ?? [];
            if (key === undefined)
                continue;
            if (!calls.has(key))
                calls.set(key, new Set());
            if (called === '1' || !/^[0-9a-f]*[0-9][0-9a-f]*\//.test(key))
                calls.get(key).add(program);
        }
    });
    for (const [key, list] of calls)
        calls.set(key, [...list].sort((a, b) => times.get(a) - times.get(b)));
    return { calls, times };
}

async function isNoticed(key, list, times) {
    for (const program of list) {
        const run = await perform(program, { ORRERY_MUTANT: key },
                                  Math.max(10000, 5 * times.get(program)));
        if (run.code !== 0 || cover.unreached(program, run.covered).length > 0)
            return program;
    }
    return undefined;
}

/* PART=3/20: the third of twenty parts of the list. */
function partOf(list) {
    const [, part, count] = /^(\d+)\/(\d+)$/.exec(process.env.PART ?? '1/1');
    return list.filter((_, i) => i % count === part - 1);
}

async function mutants() {
    const { calls, times } = await callers();
    const names = namesOf([...calls.keys()]);
    const only = process.env.MUTANTS ? new RegExp(process.env.MUTANTS) : /^/;
    const chosen = partOf([...calls.keys()]
        .filter((key) => only.test(names.get(key)))
        .filter((key) => !names.get(key).includes('src/bind/wasm/func.c'))
        .sort((a, b) => names.get(a) < names.get(b) ? -1 : 1));
    const findings = [];
    await each(chosen, async (key) => {
        const list = calls.get(key);
        const by = await isNoticed(key, list, times);
        if (by !== undefined) {
            passed++;
            return;
        }
        failed++;
        findings.push(`${names.get(key)}: ${list.length === 0
            ? 'nobody calls it' : `${list.length} call it, none notices`}`);
        console.log(findings.at(-1));
    });
}

/* ---- lines --------------------------------------------------------------- */

function filesOf(folder) {
    return fs.readdirSync(folder, { recursive: true })
        .filter((name) => name.endsWith('.js'));
}

async function lines() {
    const all = new Map();
    await each(programs(), async (program) => {
        const file = path.join(dir, `of-${path.basename(program)}`);
        await perform(program, { ORRERY_COVER: file }, 120000);
        if (!fs.existsSync(file))
            return; // it became another program: execve()
        cover.read(file, all);
        fs.rmSync(file);
        passed++;
    });
    const rows = [];
    let ran = 0;
    let total = 0;
    for (const name of filesOf('lib')) {
        const file = all.get(`node:${name.slice(0, -3)}`);
        const found = file === undefined ? [] : [...file.lines];
        const here = found.filter((line) => line[1]).length;
        if (file === undefined)
            rows.push([-1, name]);
        else
            rows.push([here / found.length, name, here, found.length]);
        ran += here;
        total += found.length;
        if (`lib/${name}` === wanted || name === wanted)
            show(name, file);
    }
    rows.sort((a, b) => a[0] - b[0]);
    for (const [share, name, here, of] of wanted ? [] : rows) {
        console.log(share < 0 ? `never loaded  lib/${name}`
            : `${(100 * share).toFixed(1).padStart(5)} %  ${here} of ${of}  lib/${name}`);
    }
    console.log(`${ran} of ${total} lines of lib/ ran: ` +
                `${(100 * ran / total).toFixed(1)} %`);
}

function show(name, file) {
    const text = fs.readFileSync(path.join('lib', name), 'utf8').split('\n');
    for (const [line, ran] of [...file?.lines ?? []].sort((a, b) => a[0] - b[0])) {
        if (!ran)
            console.log(`lib/${name}:${line}: ${text[line - 1].trim()}`);
    }
}

({ ends, mutants, lines })[what]().then(() => {
    console.log(`${passed} passed, ${failed} failed`);
    process.exitCode = failed > 0 ? 1 : 0;
});

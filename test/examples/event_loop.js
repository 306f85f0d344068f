'use strict';

// event_loop.js ORRERY: docs/event-loop.md says what is true. Each program on the
// page is a file in examples/loop, each command prints the lines below it, and the
// lines of each story come in this order in what `orrery explain` prints. Times of
// a story that is not the simulator's are those of one machine, and not compared.

const { execFileSync } = require('child_process');
const { existsSync, readFileSync, readdirSync } = require('fs');
const path = require('path');

const orrery = path.resolve(process.argv[2]);
const root = path.join(__dirname, '../..');
const programs = path.join(root, 'examples/loop');
const page = readFileSync(path.join(root, 'docs/event-loop.md'), 'utf8');
let failed = 0;

function check(isTrue, what) {
    if (isTrue)
        return;
    failed++;
    console.log(what);
}

function run(command) {
    const args = command.split(' ').slice(2); // after "$ orrery"
    return execFileSync(orrery, args,
        { cwd: programs, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}

function checkProgram(name) {
    const text = readFileSync(path.join(programs, name), 'utf8');
    check(page.includes(`\`\`\`js\n${text}\`\`\``), `${name} is not on the page as it is`);
    check(page.includes(`    $ orrery ${name}\n`) || name === 'race.js',
        `the page does not say what ${name} prints`);
    const picture = `images/loop/${name.replace('.js', '.webp')}`;
    check(page.includes(picture) && existsSync(path.join(root, 'docs', picture)),
        `${name} has no picture`);
}

// An indented block: a command, and what it prints.
function checkOutput([, command, lines]) {
    const said = lines.replace(/^ {4}/gm, '');
    const printed = run(command);
    check(said === printed, `${command} prints\n${printed}instead of\n${said}`);
}

const withoutTime = (line) => line.replace(/ {2,}(slept for )?[\d.,]+ (us|ms|s)$/, '');

// Turns of a real clock may be more or fewer, on the simulator all counts.
function linesOf(text, isSim) {
    const lines = text.split('\n');
    return isSim ? lines : lines.map(withoutTime).filter((line) => !/^Turn |^$/.test(line));
}

function checkStory([, command, text]) {
    const isSim = command.includes('--backend sim');
    const printed = linesOf(run(command), isSim);
    let at = 0;
    for (const line of linesOf(text, isSim)) {
        if (line === '...')
            continue;
        const found = printed.indexOf(line, at);
        check(found >= 0, `${command} does not print, at its place:\n${line}`);
        at = found < 0 ? at : found + 1;
    }
}

const names = readdirSync(programs).filter((name) => name.endsWith('.js'));
names.forEach(checkProgram);
const outputs = [...page.matchAll(/^ {4}(\$ orrery .*)\n((?: {4}.*\n)+)/gm)];
outputs.forEach(checkOutput);
const stories = [...page.matchAll(/^```text\n(\$ orrery explain .*)\n([^]*?)\n```$/gm)];
stories.forEach(checkStory);
check(stories.length >= names.length && outputs.length > names.length,
    'a program is without its output or its story');
process.exitCode = failed === 0 ? 0 : 1;

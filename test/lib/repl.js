'use strict';
// repl: evaluation, several lines, errors, commands, completion, history.

const assert = require('assert');
process.env.TERM = 'xterm'; // lines are edited otherwise on a dumb one
const fs = require('fs');
const os = require('os');
const path = require('path');
const { EventEmitter } = require('events');
const { PassThrough } = require('stream');
const repl = require('repl');

/* What a REPL without a terminal writes for these lines. */
async function answers(lines, options) {
    const input = new PassThrough();
    const output = new PassThrough();
    const server = repl.start({ input, output, prompt: '', ...options });
    let text = '';
    output.on('data', (chunk) => { text += chunk; });
    const done = EventEmitter.once(server, 'exit');
    for (const line of lines) {
        input.write(`${line}\n`);
        await new Promise(setImmediate);
        await new Promise(setImmediate);
    }
    input.end();
    await done;
    return { server, text };
}

async function expect(lines, expected, options) {
    const { text } = await answers(lines, options);
    assert.strictEqual(text, expected);
}

class Terminal extends EventEmitter {
    written = '';
    columns = 80;
    resume() {}
    pause() {}
    write(text) {
        this.written += text;
        return true;
    }
}

function open(options) {
    const terminal = new Terminal();
    const server = repl.start({
        input: terminal, output: terminal, terminal: true, prompt: '',
        useColors: false, preview: false, allowBlockingCompletions: true,
        ...options,
    });
    const press = (...keys) => {
        for (const key of keys)
            terminal.emit('data', key);
    };
    return { server, terminal, press };
}

async function complete(server, text) {
    return new Promise((resolve, reject) => {
        server.complete(text, (error, result) =>
            (error ? reject(error) : resolve(result)));
    });
}

(async () => {
    await expect(['1 + 1', '"text"', '[1, 2]'], "2\n'text'\n[ 1, 2 ]\n");
    await expect(['var x = 1', 'x'], 'undefined\n1\n');
    await expect(['var x = 1', 'x'], '1\n', { ignoreUndefined: true });
    // An object, a block, several lines.
    await expect(['{ a: 1 }', '{ a: 1 };'], '{ a: 1 }\n1\n');
    await expect(['function f(a) {', 'return a', '}', 'f(', '5', ')'],
                 '| | undefined\n| | 5\n');
    await expect(['`a', 'b`'], "| 'a\\nb'\n");
    // The last value and the last error.
    await expect(['40', '_ + 2', 'throw new Error("x")', '_error.message'],
                 "40\n42\nUncaught Error: x\n'x'\n");
    await expect(['_ = 5', '1', '_'],
                 'Expression assignment to _ now disabled.\n5\n1\n5\n');
    // Errors.
    await expect(['missing'], 'Uncaught ReferenceError: missing is not defined\n');
    await expect(['throw null', 'throw 5'], 'Uncaught null\nUncaught 5\n');
    await expect(['a b'],
                 "a b\n  ^\n\nUncaught SyntaxError: Unexpected identifier 'b'\n");
    // Awaiting at top level.
    await expect(['await Promise.resolve(7)', 'const v = await 5', 'v'],
                 '7\nundefined\n5\n');
    // Modules under their names, and require().
    await expect(['typeof fs.readFile', 'require("path") === path', 'module.id'],
                 "'function'\ntrue\n'<repl>'\n");
    // A context of its own, or the program's.
    globalThis.shared = 1;
    await expect(['shared = 2'], '2\n');
    assert.strictEqual(globalThis.shared, 1);
    await expect(['shared = 3'], '3\n', { useGlobal: true });
    assert.strictEqual(globalThis.shared, 3);
    // Strict mode.
    await expect(['undeclared = 1'],
                 'Uncaught ReferenceError: undeclared is not defined\n',
                 { replMode: repl.REPL_MODE_STRICT });
    // Commands.
    await expect(['.foo', '.break'], 'Invalid REPL keyword\n');
    const { text } = await answers(['.help']);
    assert.match(text, /^\.break +Sometimes you get stuck/);
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'repl-'));
    const file = path.join(folder, 'saved.js');
    await expect(['var saved = 9', `.save ${file}`],
                 `undefined\nSession saved to: ${file}\n`);
    assert.strictEqual(fs.readFileSync(file, 'utf8').split('\n')[0],
                       'var saved = 9');
    // An evaluation of one's own.
    await expect(['a', 'b'], "'A'\n'B'\n", {
        eval: (code, context, name, callback) =>
            callback(null, code.trim().toUpperCase()),
    });
    await expect(['more', 'now'], "| 'more\\nnow\\n'\n", {
        eval: (code, context, name, callback) => callback(
            code.includes('now') ? null : new repl.Recoverable(new Error()),
            code),
    });
    // A command, the context and events.
    {
        const { server, press, terminal } = open();
        const said = [];
        server.defineCommand('say', { help: 'says', action(rest) {
            said.push(rest);
            this.displayPrompt();
        } });
        press('.say hello\r');
        assert.deepStrictEqual(said, ['hello']);
        server.context.given = 11;
        press('given * 2\r');
        assert.match(terminal.written, /22/);
        assert.deepStrictEqual(await complete(server, 'console.lo'),
                               [['console.log'], 'console.lo']);
        assert.deepStrictEqual(await complete(server, '.he'),
                               [['help'], 'he']);
        press('var object = { one: 1, get two() { throw 1 } }\r');
        assert.deepStrictEqual(await complete(server, 'object.o'),
                               [['object.one'], 'object.o']);
        const [globals] = await complete(server, 'given');
        assert.deepStrictEqual(globals, ['given']);
        const [modules] = await complete(server, 'require("chil');
        assert.deepStrictEqual(modules, ['child_process']);
        server.close();
        await EventEmitter.once(server, 'exit');
    }
    // History in a file.
    {
        const history = path.join(folder, 'history');
        const { server, press } = open();
        await new Promise((resolve) => server.setupHistory(history, resolve));
        press('1 + 1\r', 'function f() {\r', '}\r');
        server.close();
        await EventEmitter.once(server, 'exit');
        await new Promise((resolve) => setTimeout(resolve, 50));
        assert.match(fs.readFileSync(history, 'utf8'), /1 \+ 1$/);
        const again = open();
        await new Promise((resolve) =>
            again.server.setupHistory(history, resolve));
        again.press('\x1b[A');
        assert.strictEqual(again.server.line, 'function f() {\n}');
        again.press('\x15', '\x04');
        again.server.close();
    }
    // Ctrl c: first a hint, then the end.
    {
        const { server, press, terminal } = open();
        press('\x03');
        assert.match(terminal.written, /To exit, press Ctrl\+C again/);
        press('\x03');
        await EventEmitter.once(server, 'exit');
    }
    fs.rmSync(folder, { recursive: true });
})().then(() => { finished = true; });

let finished = false;
process.on('exit', () => assert.ok(finished));

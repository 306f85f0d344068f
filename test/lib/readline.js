'use strict';
// readline: lines from streams, questions, keys and editing.

const assert = require('assert');
process.env.TERM = 'xterm'; // lines are edited otherwise on a dumb one
const { EventEmitter } = require('events');
const { PassThrough } = require('stream');
const { promisify } = require('util');
const readline = require('readline');
const promises = require('readline/promises');
const { later } = require('./support/later.js');

assert.strictEqual(readline.promises, promises);

/* Input and output of a terminal that is not there. */
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
    const rl = readline.createInterface({
        input: terminal, output: terminal, terminal: true, prompt: '',
        ...options,
    });
    const press = (...keys) => {
        for (const key of keys)
            terminal.emit('data', key);
    };
    return { rl, terminal, press };
}

const kKeys = {
    up: '\x1b[A', down: '\x1b[B', right: '\x1b[C', left: '\x1b[D',
    home: '\x1b[H', end: '\x1b[F', del: '\x1b[3~', wordLeft: '\x1b[1;5D',
    wordRight: '\x1b[1;5C', undo: '\x1f', redo: '\x1e',
};

// Lines of a stream that is no terminal, in pieces.
(async () => {
    const input = new PassThrough();
    const lines = [];
    const rl = readline.createInterface({ input });
    rl.on('line', (line) => lines.push(line));
    for (const piece of ['a\nb', 'c\r', '\nd\re\u2028f', '', '\n\n', 'last'])
        input.write(piece);
    input.end();
    await EventEmitter.once(rl, 'close');
    assert.deepStrictEqual(lines, ['a', 'bc', 'd', 'e', 'f', '', 'last']);
    assert.throws(() => rl.prompt(), { code: 'ERR_USE_AFTER_CLOSE' });
})().then(later(() => {}));

// As an async iterator.
(async () => {
    const input = new PassThrough();
    input.end('one\ntwo\nthree');
    const lines = [];
    for await (const line of readline.createInterface({ input }))
        lines.push(line);
    assert.deepStrictEqual(lines, ['one', 'two', 'three']);
})().then(later(() => {}));

// Questions, by callback, promise and with a signal.
(async () => {
    const { rl, terminal, press } = open({ prompt: '> ' });
    const answers = [];
    rl.question('name? ', (answer) => answers.push(answer));
    press('joe', '\r');
    assert.deepStrictEqual(answers, ['joe']);
    assert.match(terminal.written, /name\? /);
    assert.strictEqual(rl.getPrompt(), '> ');
    const asked = promisify(rl.question).call(rl, 'again? ');
    press('x\r');
    assert.strictEqual(await asked, 'x');
    const controller = new AbortController();
    rl.question('never? ', { signal: controller.signal }, () => {
        assert.fail('was aborted');
    });
    controller.abort();
    press('line\r');
    rl.close();

    const second = promises.createInterface(
        { input: new Terminal(), output: new Terminal() });
    const aborted = second.question('?', { signal: AbortSignal.abort() });
    await assert.rejects(aborted, { name: 'AbortError' });
    const answer = second.question('?');
    second.input.emit('data', 'yes\n');
    assert.strictEqual(await answer, 'yes');
    second.close();
})().then(later(() => {}));

// Editing: moving, deleting, killing and yanking, undoing.
{
    const { rl, press } = open();
    const is = (line, cursor) => {
        assert.strictEqual(rl.line, line);
        assert.strictEqual(rl.cursor, cursor);
    };
    press('the quick fox');
    press(kKeys.wordLeft);
    is('the quick fox', 10);
    press('brown ');
    is('the quick brown fox', 16);
    press('\x17'); // ctrl w
    is('the quick fox', 10);
    press('\x0b'); // ctrl k
    is('the quick ', 10);
    press('\x15'); // ctrl u
    is('', 0);
    press('\x19'); // ctrl y
    is('the quick ', 10);
    press('\x1by'); // meta y: the one before
    is('fox', 3);
    press(kKeys.undo);
    is('', 0);
    press(kKeys.redo);
    is('fox', 3);
    press(kKeys.home, kKeys.del, '\x05', '\x7f'); // ctrl e, backspace
    is('o', 1);
    press('\x01', '\x0b'); // ctrl a, ctrl k
    is('', 0);
    press('a😀b', kKeys.left, kKeys.left);
    is('a😀b', 1);
    press(kKeys.del);
    is('ab', 1);
    press(kKeys.end, kKeys.wordLeft, '\x1bd'); // meta d
    is('', 0);
    rl.close();
}

// History, and searching it by what was typed.
{
    const { rl, press } = open({ historySize: 3, removeHistoryDuplicates: true });
    const events = [];
    rl.on('history', (history) => events.push([...history]));
    press('foo\r', 'bar\r', 'foobar\r', 'foo\r');
    assert.deepStrictEqual(rl.history, ['foo', 'foobar', 'bar']);
    assert.strictEqual(events.length, 4);
    press(kKeys.up);
    assert.strictEqual(rl.line, 'foo');
    press(kKeys.up, kKeys.up);
    assert.strictEqual(rl.line, 'bar');
    press(kKeys.down);
    assert.strictEqual(rl.line, 'foobar');
    press('\x15', 'b', kKeys.up);
    assert.strictEqual(rl.line, 'bar');
    rl.close();
}

// The tab key completes what is common, then lists.
{
    const { rl, terminal, press } = open({
        completer: (line) => [['hello', 'help'].filter(
            (word) => word.startsWith(line)), line],
    });
    press('h', '\t');
    assert.strictEqual(rl.line, 'hel');
    terminal.written = '';
    press('\t');
    assert.match(terminal.written, /\r\nhello {2}help\r\n/);
    rl.close();
}

// Keys that are ends: ctrl c, ctrl d.
{
    const { rl, press } = open();
    let interrupted = 0;
    rl.on('SIGINT', () => interrupted++);
    press('\x03');
    assert.strictEqual(interrupted, 1);
    rl.removeAllListeners('SIGINT');
    press('x', '\x04');
    assert.ok(!rl.closed);
    press('\x15', '\x04');
    assert.ok(rl.closed);
}

// Keys of a stream.
{
    const stream = new PassThrough();
    const keys = [];
    readline.emitKeypressEvents(stream);
    stream.on('keypress', (text, key) => keys.push([
        key.ctrl ? 'ctrl' : '', key.meta ? 'meta' : '', key.shift ? 'shift' : '',
        key.name].filter(Boolean).join(' ')));
    stream.emit('data', Buffer.from(
        'aA\x01\x1ba\x1b[A\x1bOP\x1b[1;5C\x1b[3~\x1b[[A\x1b[Z\r\n\t\x7f \x1b\x1b[D'));
    assert.deepStrictEqual(keys, [
        'a', 'shift a', 'ctrl a', 'meta a', 'up', 'f1', 'ctrl right', 'delete',
        'f1', 'shift tab', 'return', 'enter', 'tab', 'backspace', 'space',
        'left']);
}

// The cursor.
{
    const terminal = new Terminal();
    readline.cursorTo(terminal, 1, 2);
    readline.moveCursor(terminal, -1, 3);
    readline.clearLine(terminal, 0);
    readline.clearScreenDown(terminal);
    assert.strictEqual(terminal.written,
                       '\x1b[3;2H\x1b[1D\x1b[3B\x1b[2K\x1b[0J');
    assert.throws(() => readline.cursorTo(terminal, 'x', 1),
                  { code: 'ERR_INVALID_CURSOR_POS' });
    assert.throws(() => readline.cursorTo(terminal, NaN),
                  { code: 'ERR_INVALID_ARG_VALUE' });
}

// Changes that are written together.
(async () => {
    const output = new PassThrough();
    const screen = new promises.Readline(output);
    screen.cursorTo(0, 0).clearLine(1).rollback();
    await screen.moveCursor(2, 0).clearScreenDown().commit();
    assert.strictEqual(output.read().toString(), '\x1b[2C\x1b[0J');
})().then(later(() => {}));

for (const [options, code] of [
    [{ completer: 'x' }, 'ERR_INVALID_ARG_VALUE'],
    [{ historySize: -1 }, 'ERR_OUT_OF_RANGE'],
    [{ history: 'x' }, 'ERR_INVALID_ARG_TYPE'],
    [{ tabSize: 0 }, 'ERR_OUT_OF_RANGE'],
    [{ escapeCodeTimeout: NaN }, 'ERR_INVALID_ARG_VALUE'],
]) {
    assert.throws(() => readline.createInterface(
        { input: new Terminal(), ...options }), { code });
}

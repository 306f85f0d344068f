'use strict';
/* What is evaluated in a worker may be a module: its syntax says so. */

const assert = require('assert');
const { once } = require('events');
const { Worker } = require('worker_threads');

/* The last message and the exit may come in one turn. */
async function answerOf(source, options) {
    const worker = new Worker(source, { eval: true, ...options });
    const [[message]] = await Promise.all([once(worker, 'message'),
                                           once(worker, 'exit')]);
    return message;
}

(async () => {
    const head = "import { parentPort as port } from 'worker_threads';";
    assert.deepStrictEqual(
        await answerOf(`${head} port.postMessage([typeof require,
            import.meta.dirname, process.argv[1]])`),
        ['undefined', process.cwd(), '[worker eval]']);
    assert.strictEqual(
        await answerOf(`${head} port.postMessage(await Promise.resolve(5))`),
        5);
    assert.deepStrictEqual(
        await answerOf("require('worker_threads').parentPort.postMessage(" +
                       '[typeof module, __filename])'),
        ['object', '[worker eval]']);
    await assert.rejects(answerOf("import 'node:internal/freelist'"),
                         { code: 'ERR_UNKNOWN_BUILTIN_MODULE' });
    await assert.rejects(
        answerOf('export {}', { execArgv: ['--input-type=commonjs'] }),
        { name: 'SyntaxError' });

    // A data: URL is a module, whatever the text of an evaluation is.
    const url = new URL(`data:text/javascript,${encodeURIComponent(
        `${head} port.postMessage(import.meta.main)`)}`);
    assert.strictEqual(
        await answerOf(url, { eval: false,
                              execArgv: ['--input-type=module'] }), true);
})();

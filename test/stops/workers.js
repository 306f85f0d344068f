'use strict';
/*
 * workers.js KIND [PART [COUNT]] - a worker is stopped in the call backs of the
 * cases of harness.js and of host.js: it ends, with the code that the kind of
 * stop has, and nothing in it runs after that. One worker for each stop.
 *
 *     exit       the call back calls process.exit(7)
 *     terminate  it loops, and terminate() comes from outside
 *     memory     it fills the worker's memory
 */
const assert = require('assert');
const fs = require('fs');
const path = require('path');
const { Worker, isMainThread, workerData } = require('worker_threads');

const RUNNING = 0, STOPPED = 1, AFTER = 2;

/* ---- In the worker ----------------------------------------------------- */

const stops = {
  exit: () => process.exit(7),
  terminate: () => { for (;;); },
  memory: () => {
    for (let a = []; ; a = [a, [...Array(1000).keys()]]);
  },
};

function openWorker({ kind, state }) {
  const word = new Int32Array(state);
  const stop = () => {
    Atomics.store(word, 0, STOPPED);
    Atomics.notify(word, 0);
    stops[kind]();
  };
  const after = (what) => {
    if (Atomics.compareExchange(word, 0, STOPPED, AFTER) === STOPPED)
      process._rawDebug(`after the stop: ${what}`);
  };
  return { stop, after, stopped: () => word[0] !== RUNNING };
}

function readHarness(after) {
  return require('vm').runInThisContext(fs.readFileSync(
    path.join(__dirname, 'harness.js'), 'utf8'))(after);
}

function quiet() {
  process.on('unhandledRejection', () => {});
  process.on('uncaughtException', () => {});
}

async function countCalls(port) {
  const harness = readHarness(() => {});
  const counts = [];
  quiet();
  for (let i = 0; i < harness.size; i++) {
    harness.run(i, 0, null);
    await new Promise(setImmediate);
    counts.push([i, harness.nameOf(i), harness.hits()]);
  }
  port.postMessage(counts);
}

function runCase() {
  const { stop, after } = openWorker(workerData);
  quiet();
  readHarness(after).run(workerData.index, workerData.at, stop);
}

function runLine() {
  const { stop, after, stopped } = openWorker(workerData);
  const scope = { U: stop, after, stopped, require, Worker, __filename };
  const { line } = workerData;
  for (const name of require('module').builtinModules) {
    if (new RegExp(`\\b${name}\\b`).test(line) && !(name in scope))
      scope[name] = require(name);
  }
  globalThis.U = stop;
  globalThis.after = after;
  new Function(...Object.keys(scope), line)(...Object.values(scope));
}

/* ---- Outside ----------------------------------------------------------- */

const codes = { exit: [7], terminate: [1], memory: [1, 5] };
const bad = [];

function start(data) {
  return new Worker(__filename, {
    workerData: data,
    stdout: true,
    stderr: false,
    resourceLimits: data.kind === 'memory' ? { maxOldGenerationSizeMb: 16 } : {},
  });
}

function ended(worker) {
  return new Promise((resolve) => {
    worker.on('error', () => {});
    worker.on('exit', resolve);
  });
}

/* A worker that has neither stopped nor ended after this hangs. */
const PATIENCE_MS = 20000;

/* terminate() of a worker that was not heard of yet ends it with 0. */
async function waitForStop(word, worker, exit) {
  await Promise.race([new Promise((f) => worker.on('online', f)), exit]);
  if (word[0] !== RUNNING)
    return;
  const { async, value } = Atomics.waitAsync(word, 0, RUNNING, PATIENCE_MS);
  if (async && await Promise.race([value, exit]) === 'timed-out')
    bad.push(`${worker.title}: does not get there`);
}

async function stopOne(kind, title, data) {
  const state = new SharedArrayBuffer(4);
  const word = new Int32Array(state);
  const worker = start({ ...data, kind, state });
  const exit = ended(worker);
  worker.title = title;
  await waitForStop(word, worker, exit);
  if (kind === 'terminate')
    worker.terminate();
  const timer = setTimeout(() => {
    process._rawDebug(`${title}: hangs`);
    process.exit(1);
  }, PATIENCE_MS);
  const code = await exit;
  clearTimeout(timer);
  if (word[0] === RUNNING)
    return 0; /* another order of calls; it was not stopped */
  if (word[0] === AFTER)
    bad.push(`${title}: something ran after the stop`);
  if (!codes[kind].includes(code))
    bad.push(`${title}: ends with ${code}`);
  return 1;
}

function* allStops(counts) {
  for (const [index, name, calls] of counts) {
    for (let at = 1; at <= calls; at++)
      yield [`${name}, call back ${at}`, { mode: 'case', index, at }];
  }
}

/* One in `count` of the cases and, if it is not memory that is filled, all lines
 * of host.js. */
async function main() {
  const [kind, part = 0, count = 1] = process.argv.slice(2);
  const counts = await new Promise((resolve) =>
    start({ mode: 'count' }).on('message', resolve).on('error', (e) => {
      throw e;
    }));
  const todo = [...allStops(counts)]
    .filter((_, i) => i % Number(count) === Number(part));
  const lines = require('./host.js').filter((_, i) =>
    kind !== 'memory' || i % Math.ceil(count / 40) === 0);
  for (const line of lines)
    todo.push([line, { mode: 'line', line }]);
  let stopped = 0;
  let next = 0;
  await Promise.all([0, 1, 2].map(async () => {
    while (next < todo.length) {
      const ran = await stopOne(kind, ...todo[next++]);
      stopped += ran;
    }
  }));
  console.log(`${kind}: ${stopped} stops of ${todo.length}`);
  assert.deepStrictEqual(bad, []);
  assert.ok(stopped > todo.length * 0.9, 'most are reached');
}

if (isMainThread)
  main();
else if (workerData.mode === 'count')
  countCalls(require('worker_threads').parentPort);
else if (workerData.mode === 'case')
  runCase();
else
  runLine();

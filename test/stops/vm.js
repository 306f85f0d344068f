'use strict';
/*
 * vm.js [PART [COUNT]] - the time of a script of node:vm is over in every call
 * back of every case of harness.js. The script ends with the error that says
 * so, and nothing in it runs after that: no catch, no finally, no reaction.
 *
 * A context runs its own microtasks, within the same time.
 */
const assert = require('assert');
const fs = require('fs');
const path = require('path');
const vm = require('vm');

const [part, count] = [Number(process.argv[2] || 0),
                       Number(process.argv[3] || 1)];
const text = fs.readFileSync(path.join(__dirname, 'harness.js'), 'utf8');
const bad = [];
let current = '';
let context;
let harness;
let size = 0;

process.on('unhandledRejection', () => {});
process.on('uncaughtException', (e) => bad.push(`${current}: uncaught ${e}`));

/* A fresh one now and then: what was stopped may be half done. */
function open() {
  context = vm.createContext({}, { microtaskMode: 'afterEvaluate' });
  harness = vm.runInContext(text, context)((what) =>
    bad.push(`${current}: ${what}`));
  context.harness = harness;
  size = harness.size;
}

const counts = new vm.Script('harness.run(index, 0, null)');
const stops = new vm.Script(
  'harness.run(index, at, () => { for (;;); })');

function countCalls(i) {
  context.index = i;
  current = `${harness.nameOf(i)} (not stopped)`;
  try {
    counts.runInContext(context, { timeout: 2000 });
  } catch (e) {
    bad.push(`${current}: ${e}`);
  }
  return harness.hits();
}

function stop(i, at) {
  context.index = i;
  context.at = at;
  current = `${harness.nameOf(i)}, call back ${at}`;
  try {
    stops.runInContext(context, { timeout: 1 });
  } catch (e) {
    if (e.code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT')
      bad.push(`${current}: threw ${e}`);
    return;
  }
  if (harness.hits() >= at)
    bad.push(`${current}: was not stopped`);
}

let stopped = 0;
open();
for (let i = part; i < size; i += count) {
  if ((i - part) / count % 100 === 99)
    open();
  const calls = countCalls(i);
  for (let at = 1; at <= calls; at++) {
    stop(i, at);
    stopped++;
  }
}
setImmediate(() => {
  process.removeAllListeners('uncaughtException');
  console.log(`${stopped} stops in ${size} cases`);
  assert.ok(size > 1500, 'all of the language is there');
  assert.deepStrictEqual(bad.slice(0, 20), []);
});

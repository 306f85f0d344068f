// Each kind of libuv handle in turn: what its callback says, and when the ticks
// and microtasks run that were queued there.
'use strict';
const addon = require(process.argv[2]);

const kinds = ['timer', 'repeating', 'phases', 'poll', 'work', 'async'];
const lastWord = {
  timer: 'timer closed, closing 1',
  repeating: 'timer closed, closing 1',
  phases: 'idle closed, closing 1',
  poll: 'poll closed, closing 1',
  work: 'work 42 status 0',
  async: 'async closed, closing 1',
};
let now = -1;

function next() {
  if (++now === kinds.length)
    return;
  console.log(`- ${kinds[now]}`);
  addon.start(now, say);
}

function say(word) {
  console.log(word);
  process.nextTick(() => console.log(`  tick of ${word}`));
  Promise.resolve().then(() => console.log(`  microtask of ${word}`));
  if (word === lastWord[kinds[now]])
    setTimeout(next, 1);
}

console.log(addon.facts());
setTimeout(next, 1);
process.on('exit', () => console.log('exit'));

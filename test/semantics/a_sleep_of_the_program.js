// Atomics.wait() stops the program, and the loop with it: what fell due meanwhile
// runs when it goes on, in the order of the due times.
// prints: timed-out not-equal tick microtask t1 t5 immediate
// also: node18 node10
const cell = new Int32Array(new SharedArrayBuffer(4));
const words = [];
const note = (word) => words.push(word);
setTimeout(note, 5, 't5');
setTimeout(note, 1, 't1');
setImmediate(note, 'immediate');
Promise.resolve('microtask').then(note);
process.nextTick(note, 'tick');
note(Atomics.wait(cell, 0, 0, 20));
note(Atomics.wait(cell, 0, 1, 20));
process.on('exit', () => console.log(words.join(' ')));

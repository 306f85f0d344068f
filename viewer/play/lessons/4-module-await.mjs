// Top-level await: the loop turns, the rest of the module waits.
import { setTimeout as wait } from 'node:timers/promises';

setTimeout(() => console.log('a timer of 5 ms'), 5);
setImmediate(() => console.log('an immediate'));
console.log('before the await');
await wait(10);
console.log('after the await');

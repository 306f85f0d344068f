// A dynamic import of a built-in settles after the microtasks queued before.
// prints: sync m1 imported
// also: node18
Promise.resolve().then(() => console.log('m1'));
import('node:path').then(() => console.log('imported'));
console.log('sync');

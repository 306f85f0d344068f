// Imports are evaluated before the importer, each once and in order.
// prints: a b main a-micro b-micro main-micro a-tick main-tick
// also: node18
import './fixtures/a.mjs';
import './fixtures/b.mjs';
import './fixtures/a.mjs';
console.log('main');
process.nextTick(() => console.log('main-tick'));
Promise.resolve().then(() => console.log('main-micro'));

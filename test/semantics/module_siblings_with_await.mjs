// A sibling without await runs while the one with an await is waiting.
// prints: w1 b w2 b-micro main
// also: node18
import './fixtures/waits.mjs';
import './fixtures/b.mjs';
console.log('main');

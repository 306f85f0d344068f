const test = require('tape');
const stream = test.createStream();
stream.on('data', (d) => console.log(String(d).trim()));
test('a test', (t) => { t.plan(2); t.equal(1, 1, 'same'); setTimeout(() => t.deepEqual({ a: 1 }, { a: 1 }, 'deep'), 2); });

// forms: stuck gone
const { AsyncLocalStorage } = require('async_hooks');
const storage = new AsyncLocalStorage();
const out = process.stdout;
out.on('error', () => say('error', storage.getStore()));
out.on('drain', () => say('drain', storage.getStore()));
storage.run('first', () => {
    out.write('a'.repeat(300000), () => say('a', storage.getStore()));
});
storage.run('second', () => {
    out.write('b', () => say('b', storage.getStore()));
});
require('fs').writeFileSync(process.env.GO, '');

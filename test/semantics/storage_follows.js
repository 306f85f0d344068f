// AsyncLocalStorage goes with everything that is scheduled.
// prints: tick 1 then 1 await 1 micro 1 file 1 imm 1 timer 1
// also: node18
const { AsyncLocalStorage } = require('async_hooks');
const storage = new AsyncLocalStorage();
const say = (name) => console.log(name, storage.getStore());
storage.run(1, () => {
    process.nextTick(say, 'tick');
    Promise.resolve().then(() => say('then'));
    (async () => {
        await null;
        say('await');
    })();
    queueMicrotask(() => say('micro'));
    require('fs').stat('.', () => {
        say('file');
        setImmediate(() => {
            say('imm');
            setTimeout(say, 1, 'timer');
        });
    });
});

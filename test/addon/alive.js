'use strict';
// An addon at work. `why` is looked at with --why, `trace` with a trace.

const addon = require(process.argv[2]);

if (process.argv[3] === 'why') {
    addon.begin_work();
    addon.hold(() => {});
    addon.hold_weakly(() => {});
    process.kill(process.pid, 'SIGINT');
} else {
    addon.begin_work();                         // <- op.submit work+
    addon.call_thrice(() => {                   // <- async+*7
        console.log('called');                  // <- console*3
        process.nextTick(() => {});             // <- tick.queue*3 tick+*3
    });
    setImmediate(() => addon.end_work());       // <- immediate+
}

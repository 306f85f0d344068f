// An Immediate that its maker drops is there for its callback nevertheless.
// prints: own:Immediate new arrow stack:Immediate.named als:7 args:1,2 bound:b kept:5 eval:Immediate async:Immediate boom
// also: node18
const { AsyncLocalStorage } = require('async_hooks');
const als = new AsyncLocalStorage();
const seen = new Set();
const out = [];
const note = (text) => out.push(text);

setImmediate(function () {
    note('own:' + this.constructor.name);
    seen.add(this);
});
setImmediate(function () {
    note(seen.has(this) || !this._destroyed ? 'old' : 'new');
});
setImmediate(() => note('arrow'));
setImmediate(function named() {
    note('stack:' + /at (\S+)/.exec(new Error().stack)[1]);
});
als.run(7, () => {
    setImmediate(() => note('als:' + als.getStore()));
});
setImmediate((...args) => note('args:' + args), 1, 2);
setImmediate(function () { note('bound:' + this.name); }.bind({ name: 'b' }));
const kept = setImmediate(function () { note('kept:' + this.more); });
kept.more = 5;
clearImmediate(setImmediate(() => note('cleared')));
setImmediate(function () { note('eval:' + eval('this.constructor.name')); });
setImmediate(async function () { note('async:' + this.constructor.name); });
process.on('uncaughtException', (err) => note(err.message));
setImmediate(() => { throw new Error('boom'); });
process.on('exit', () => console.log(out.join(' ')));

// hasRef() is false once it runs.
// prints: true false false
// also: node18
const a = setImmediate(() => console.log(a.hasRef()));
console.log(a.hasRef());
setImmediate(() => setImmediate(() => console.log(a.hasRef())));

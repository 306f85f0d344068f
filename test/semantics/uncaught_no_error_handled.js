// And it comes to the handler as it is.
// prints: 5 null undefined
// also: node18 node10
process.on('uncaughtException', (value) => console.log(value));
setImmediate(() => { throw 5; });
setImmediate(() => { throw null; });
setImmediate(() => { throw undefined; });

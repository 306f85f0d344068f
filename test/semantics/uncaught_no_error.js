// Anything can be thrown.
// exit: 1
// prints:
// also: node18 node10
throw 5;

// Anything can be thrown.
// exit: 1
// prints:
throw 5;

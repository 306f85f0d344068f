// With a listener for exceptions only, each is told.
// prints: U:1:unhandledRejection U:2:unhandledRejection
// also: node18
// node10 prints:
process.on('uncaughtException', (error, origin) =>
    console.log(`U:${error.message}:${origin}`));
Promise.reject(new Error('1'));
Promise.reject(new Error('2'));

// What a module throws may be handled; the origin is a rejection's.
// prints: U m unhandledRejection imm
// also: node18
process.on('uncaughtException', (error, origin) =>
    console.log('U', error.message, origin));
setImmediate(() => console.log('imm'));
throw new Error('m');

// What is no error is wrapped.
// prints: ERR_UNHANDLED_REJECTION unhandledRejection true
// also: node18
process.on('uncaughtException', (error, origin) => {
    console.log(error.code, origin,
                error.message.endsWith('with the reason "5".'));
});
Promise.reject(5);

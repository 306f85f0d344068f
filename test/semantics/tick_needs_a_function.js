// prints: ERR_INVALID_ARG_TYPE The "callback" argument must be of type function. Received type number (5)
// also: node18
// node10 prints: ERR_INVALID_CALLBACK Callback must be a function
try {
    process.nextTick(5);
} catch (error) {
    console.log(error.code, error.message);
}

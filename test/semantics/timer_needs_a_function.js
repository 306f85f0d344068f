// prints: ERR_INVALID_ARG_TYPE ERR_INVALID_ARG_TYPE ERR_INVALID_ARG_TYPE ERR_INVALID_ARG_TYPE
// also: node18
for (const make of [setTimeout, setInterval, setImmediate, queueMicrotask]) {
    try {
        make('code');
    } catch (error) {
        console.log(error.code);
    }
}

// Without an error there is one made, and printed.
// exit: 1
// says: ERR_UNHANDLED_REJECTION
// prints:
// also: node18
// node10 prints:
// node10 exit: 0
// node10 says: UnhandledPromiseRejectionWarning: undefined
Promise.reject(undefined);

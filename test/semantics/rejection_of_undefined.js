// Without an error there is one made, and printed.
// exit: 1
// says: ERR_UNHANDLED_REJECTION
// prints:
// also: node18
Promise.reject(undefined);

// A synchronous iterator is closed if a promise that it yielded is rejected.
// prints: closed caught:x
function* generate() {
    try {
        yield Promise.reject('x');
    } finally {
        console.log('closed');
    }
}
(async () => {
    for await (const _ of generate())
        console.log('never');
})().catch((error) => console.log('caught:' + error));

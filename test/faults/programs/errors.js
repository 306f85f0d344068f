// Stacks, causes, call sites, an error that is printed and one that ends it.
class OwnError extends Error {
    name = 'OwnError';
    constructor(message, options) {
        super(message, options);
        this.code = 'E_OWN';
    }
}

function outer() {
    [1].map(function inner() { throw new OwnError('inside', { cause: 'why' }); });
}

try {
    outer();
} catch (e) {
    if (!(e instanceof OwnError))
        throw e;
    console.log(e.code, e.stack.split('\n').length);
    console.error(e);
}
Error.prepareStackTrace = (e, sites) =>
    `${e.message} ` + sites.map(s => `${s.getFunctionName()}:${s.getLineNumber()}`).join();
const place = { message: 'place' };
(function here() { Error.captureStackTrace(place); })();
console.log(place.stack);
Error.prepareStackTrace = undefined;

async function deep(n) {
    await null;
    if (n === 0)
        throw new AggregateError([new TypeError('one'), 2], 'the end');
    await deep(n - 1);
}
deep(2);

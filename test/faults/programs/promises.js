// Chains, combinators, thenables, await, finally.
const later = value => new Promise(resolve => setImmediate(resolve, value));
const failed = Promise.reject(new Error('no'));
failed.catch(() => {});
const thenable = { then(resolve) { resolve('thenable'); } };

async function walk() {
    const found = [];
    for (const x of [1, later(2), thenable, Promise.resolve(4)])
        found.push(await x);
    return found.join();
}

async function main() {
    console.log(await walk());
    console.log(await Promise.all([later('a'), 'b', thenable]));
    console.log(await Promise.race([later('slow'), 'quick']));
    console.log(await Promise.any([failed, later(5)]));
    const settled = await Promise.allSettled([later(6), failed]);
    if (settled[0].reason) // memory ran out in later(), which is no answer
        throw settled[0].reason;
    console.log(settled.map(s => s.status).join());
    await later().finally(() => console.log('finally'));
    const { promise, resolve } = Promise.withResolvers();
    resolve(Promise.try(() => 'tried'));
    console.log(await promise);
}

main();

// await using awaits as often as the specification says: once for what is null,
// and that only if nothing else was awaited; never for what `using` declared.
// prints: null:1 nulls:1 one:1 two:2 beside:1 mixed:1 pause:2 stack:3 empty:1
class Resource {
    [Symbol.dispose]() {}

    async [Symbol.asyncDispose]() {}
}
const plain = () => ({ [Symbol.dispose]() {} });
const scopes = {
    async null() { await using a = null; },
    async nulls() { await using a = null; await using b = undefined; },
    async one() { await using a = new Resource(); },
    async two() { await using a = new Resource(); await using b = plain(); },
    async beside() { await using a = new Resource(); await using b = null; },
    async mixed() { using a = plain(); await using b = plain(); },
    async pause() {
        await using a = plain();
        using b = plain();
        await using c = null;
    },
    async stack() {
        const stack = new AsyncDisposableStack();
        stack.use(new Resource());
        stack.use(null);
        stack.defer(() => {});
        await stack.disposeAsync();
    },
    async empty() { await new AsyncDisposableStack().disposeAsync(); },
};

/* How many microtasks go by until it is over? */
async function count(scope) {
    let n = 0;
    let isOver = false;
    scope().then(() => { isOver = true; });
    for (await null; !isOver; n++)
        await null;
    return n;
}
(async () => {
    for (const [name, scope] of Object.entries(scopes))
        console.log(`${name}:${await count(scope)}`);
})();

// A recursion that Node has the stack for, we have it for, too.
// prints: 9000 2000 2000 1000 1000 RangeError
// also: node18
// not with: san-
// A sanitizer needs more stack for a call, and has but the usual one.
const plain = (n) => (n === 0 ? 0 : 1 + plain(n - 1));
const map = (n) => (n === 0 ? 0 : 1 + [n - 1].map(map)[0]);
const get = {
    n: 2000,
    get deep() {
        return this.n-- === 0 ? 0 : 1 + this.deep;
    },
};
function sort(n) {
    let below = 0;
    if (n > 0)
        [2, 1].sort(() => (below = sort(n - 1) + 1));
    return below;
}
function* generate(n) {
    if (n > 0)
        yield* generate(n - 1);
    yield n;
}
const forever = (proxy) => {
    try {
        return proxy.x;
    } catch (error) {
        return error.name;
    }
};
const proxy = new Proxy({}, { get: (target, key, self) => self[key] });
console.log(plain(9000), map(2000), get.deep, sort(1000),
            [...generate(999)].length, forever(proxy));

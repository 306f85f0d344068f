// All requests to an async generator that is over are answered, in order.
// prints: 1 2 3 4 5
// also: node18 node10
const it = (async function*() {})();
it.next().then(() => console.log(1));
it.return().then(() => console.log(2));
it.next().then(() => console.log(3));
it.throw('x').catch(() => console.log(4));
it.next().then(() => console.log(5));

// An async generator's yield awaits, and its requests queue.
// prints: g1 g2 1 r1 2 r2 done 3
// also: node18
// node10 prints: g1 g2 1 r1 2 r2 3 done
async function* generate() {
    console.log('g1');
    yield 'r1';
    console.log('g2');
    yield 'r2';
}
const g = generate();
g.next().then(({ value }) => console.log(value));
g.next().then(({ value }) => console.log(value));
g.next().then(() => console.log('done'));
Promise.resolve().then(() => console.log('1')).then(() => console.log('2'))
    .then(() => console.log('3'));

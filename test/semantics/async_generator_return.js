// return() of a suspended generator runs its finally.
// prints: start fin returned
// also: node18 node10
async function* generate() {
    try {
        console.log('start');
        yield 1;
    } finally {
        console.log('fin');
    }
}
const g = generate();
g.next().then(() => g.return('returned'))
    .then(({ value }) => console.log(value));

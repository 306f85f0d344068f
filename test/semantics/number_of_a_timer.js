// clearTimeout takes a number, but only once it was asked for.
// prints: number kept
// also: node18
const known = setTimeout(() => console.log('never'), 1);
const number = +known;
console.log(typeof number);
clearTimeout(number);
const other = setTimeout(() => console.log('kept'), 1);
clearTimeout(number + 1);
clearTimeout({});
clearTimeout(null);
clearTimeout('x');
void other;

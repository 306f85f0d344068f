// A numeric string works like the number.
// prints: end
// also: node18
const timer = setTimeout(() => console.log('never'), 1);
clearTimeout(String(+timer));
setTimeout(() => console.log('end'), 3);

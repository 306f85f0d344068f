const a = setTimeout(() => {}, 0);
const b = setInterval(() => {}, 1000);
const c = setTimeout(() => {}, 0);
console.log(typeof a, b - a, c - b);
clearTimeout(b);
console.log('an interval is cleared by clearTimeout');

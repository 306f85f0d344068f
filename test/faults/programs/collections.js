// What grows: arrays, strings, Map, Set, typed arrays, BigInt, classes, sorting.
const list = Array.from({ length: 300 }, (_, i) => (i * 7919) % 300);
list.sort((a, b) => a - b);
console.log(list[299], list.filter(n => n % 2).map(n => n * 2).length);
const map = new Map(list.map(n => [n, 'v' + n]));
map.delete(7);
console.log(map.size, new Set([...map.values()]).size);
let s = '';
for (let i = 0; i < 200; i++)
    s += String.fromCharCode(97 + i % 26);
console.log(s.length, s.split('').reverse().join('').slice(0, 5));
console.log((2n ** 300n).toString().length, Number.MAX_VALUE.toString(2).length);
const floats = Float64Array.from(list).subarray(10, 20);
console.log(floats.join(), Object.groupBy(list, n => n % 3)[1].length);
class Shape { #side = 2; get area() { return this.#side ** 2; } static n = 1; }
class Square extends Shape { toString() { return `square ${super.area}`; } }
console.log(`${new Square()}`, Object.entries({ a: 1, b: 2 }).flat().join());
const weak = new WeakMap([[map, 1]]);
console.log(weak.get(map), new Proxy({}, { get: (t, k) => k }).anything);
const { a, ...rest } = { a: 1, b: 2, c: 3 };
console.log(Object.keys(rest).join(), eval('1 + 1'), new Function('a', 'return a')(3));

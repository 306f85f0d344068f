// A native addon: a class in C, a buffer, a promise, an error.
const { resolve } = require('path');
const { Store, sum, settled, textBuffer } = require(resolve(process.argv[2]));

const store = new Store();
store.set('one', 1);
store.set('two', 2);
console.log(store.get('two'), store.size, Store.from({ x: 3 }).size);
console.log(sum(new Float64Array([1, 2, 3])), textBuffer('text').length);
settled('kept', false).then(value => {
    console.log(value);
    sum('text');
});

const _ = require('lodash');
console.log(_.chunk([1, 2, 3, 4, 5], 2), _.groupBy(['one', 'two', 'three'], 'length'));
console.log(_.merge({ a: { b: 1 } }, { a: { c: 2 } }), _.template('hi <%= name %>')({ name: 'x' }));
console.log(_.cloneDeep(new Map([[1, new Set([2])]])), _.camelCase('some words here'));
_.debounce(() => console.log('debounced'), 5)();

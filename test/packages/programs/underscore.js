const _ = require('underscore');
const R = require('ramda');
console.log(_.sortBy([3, 1, 2]), _.memoize((n) => n * 2)(4));
console.log(R.pipe(R.map(R.inc), R.sum)([1, 2, 3]), R.groupBy((n) => (n % 2 ? 'odd' : 'even'), [1, 2, 3]));

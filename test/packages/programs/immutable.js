const { List, Map, fromJS } = require('immutable');
console.log(List([1, 2, 3]).map((n) => n * 2).toJS(), Map({ a: 1 }).set('b', 2).toString());
console.log(fromJS({ a: { b: [1, 2] } }).getIn(['a', 'b', 1]));

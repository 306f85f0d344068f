exports.order = ['a starts'];
const b = require('./b');
exports.order.push(...b.order, 'a ends');

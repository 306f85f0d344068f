exports.count = 0;
exports.up = () => ++exports.count;
exports.back = require('./cycle.cjs').name;

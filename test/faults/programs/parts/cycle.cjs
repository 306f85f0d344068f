exports.name = 'cycle';
exports.seen = Object.keys(require('./counter.cjs')).join();

const key = 'computed'; exports[key] = 1; module.exports.seen = 2;

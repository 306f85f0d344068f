module.exports = { ...require('./plain.cjs'), extra: 1 };

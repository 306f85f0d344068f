module.exports = 'cjs';

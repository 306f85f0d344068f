module.exports = 'from extra';

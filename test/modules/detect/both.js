await 0; module.exports = 1;

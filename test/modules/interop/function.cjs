module.exports = function fn() { return 'called'; }; module.exports.prop = 1;

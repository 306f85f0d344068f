exports.name = 'index';

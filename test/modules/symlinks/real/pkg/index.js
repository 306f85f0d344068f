exports.filename = __filename;
exports.dependency = require('dep');

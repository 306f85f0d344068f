process.env.DEBUG = 'a:*';
const debug = require('debug');
debug.log = (...args) => console.log(args[0].replace(/\+\d+ms/, '').trim());
debug.formatArgs = function () {};
debug('a:b')('seen');
debug('c')('not seen');
console.log(debug.enabled('a:x'), debug.enabled('c'));

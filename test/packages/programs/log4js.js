const log4js = require('log4js');
log4js.configure({ appenders: { out: { type: 'stdout', layout: { type: 'pattern', pattern: '%p %c %m' } } }, categories: { default: { appenders: ['out'], level: 'info' } } });
log4js.getLogger('cat').info('hello', { a: 1 });
log4js.shutdown(() => console.log('shut down'));

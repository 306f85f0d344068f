const winston = require('winston');
const { PassThrough } = require('stream');
const stream = new PassThrough();
stream.on('data', (d) => console.log('log', String(d).trim()));
const log = winston.createLogger({ level: 'info', format: winston.format.json(), transports: [new winston.transports.Stream({ stream })] });
log.info('hello', { a: 1 });
log.debug('not this');
log.error(new Error('bad').message);

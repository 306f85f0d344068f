const bunyan = require('bunyan');
const log = bunyan.createLogger({ name: 'x', streams: [{ type: 'raw', stream: { write: (r) => console.log(r.level, r.msg, r.a) } }] });
log.info({ a: 1 }, 'hello');
log.fatal('end');

const pino = require('pino');
const log = pino({ base: null, timestamp: false }, { write: (s) => console.log('log', s.trim()) });
log.info({ a: 1 }, 'hello %s', 'x');
log.child({ id: 7 }).warn('child');

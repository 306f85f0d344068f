// pino writes by workers: to a file, and through pino-pretty.
const pino = require('pino');
const fs = require('fs'),
    os = require('os'),
    path = require('path');
const f = path.join(os.tmpdir(), 'pt' + process.pid + '.log');
const t = pino.transport({
    targets: [
        { target: 'pino/file', options: { destination: f }, level: 'info' },
        {
            target: 'pino-pretty',
            level: 'warn',
            options: {
                destination: 1,
                colorize: false,
                translateTime: false,
                ignore: 'pid,hostname,time',
            },
        },
    ],
});
const l = pino({ base: {}, timestamp: false }, t);
l.info({ a: 1 }, 'hi');
l.warn('warned');
l.child({ c: 1 }).error(new Error('boom').message);
t.on('ready', () => {
    setTimeout(() => t.end(), 300);
});
t.on('close', () => {
    console.log(fs.readFileSync(f, 'utf8'));
    fs.unlinkSync(f);
});

// loglevel, signale, npmlog, consola, tracer.
const log = require('loglevel');
log.setLevel('info');
log.debug('no');
log.info('info', { a: 1 });
log.warn('warn');
const l2 = log.getLogger('x');
l2.setLevel('error');
l2.error('err');
l2.info('no');
const { Signale } = require('signale');
const sg = new Signale({ stream: process.stdout, config: { displayTimestamp: false } });
sg.success('done %s', 1);
sg.error('bad');
sg.note({ message: 'm', prefix: 'p', suffix: 's' });
sg.pending('pp');
const npmlog = require('npmlog');
npmlog.stream = process.stdout;
npmlog.info('pre', 'hello %j', { a: 1 });
npmlog.error('e', 'x');
npmlog.verbose('no', 'x');
const { createConsola } = require('consola');
const c = createConsola({ fancy: false, formatOptions: { date: false } });
c.info('hey', { b: 2 });
c.success('ok');
c.box('boxed');
const tr = require('tracer').console({
    format: '{{title}} {{file}}:{{line}} {{method}} {{message}}',
});
function foo() {
    tr.log('hello %s', 'w');
}
foo();
tr.warn('x', { a: [1] });

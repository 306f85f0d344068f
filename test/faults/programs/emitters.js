// events: EventEmitter, once(), on(), EventTarget, AbortController.
// It listens to errors, so that others than its own are printed, too.
const { EventEmitter, once, on } = require('events');
const e = new EventEmitter({ captureRejections: true });

e.on('a', (...args) => console.log('a', args.length));
e.once('a', () => console.log('once'));
e.prependListener('a', function () { console.log(this === e); });
e.on('error', err => console.log('error', err.message));
e.emit('a', 1, 2);
e.emit('a');
e.on('b', async () => { throw new Error('rejected'); });

const target = new EventTarget();
const control = new AbortController();
target.addEventListener('x', ev => console.log(ev.type, ev.detail),
                        { signal: control.signal });
target.dispatchEvent(new CustomEvent('x', { detail: 7 }));
control.abort();
target.dispatchEvent(new Event('x'));

async function main() {
    setImmediate(() => e.emit('c', 'see'));
    console.log((await once(e, 'c')).join());
    setImmediate(() => { e.emit('d', 1); e.emit('d', 2); });
    for await (const [n] of on(e, 'd')) {
        console.log(n);
        if (n === 2)
            break;
    }
    e.emit('b');
}

main();

'use strict';
/* What can be done with any object: wait for one of the queues, or look at it.
 * (kinds.js says what these files have in common.) */

const ran = (a) => `log('x${a.label}');`;
const queue = (start, end) => (a, o, body) =>
    `${start}() => {\n${ran(a)}\n${body()}\n}${end}`;

const common = {
    tick: { weight: 3, slots: ['same'],
            text: queue('process.nextTick(', ');') },
    microtask: { weight: 2, slots: ['same'], text: queue('P().then(', ');') },
    immediate: { weight: 3, slots: ['same'],
                 text: queue('setImmediate(', ');') },
    timer: { slots: ['same'], text: queue('later(', ');') },
    turns: { slots: ['same'],
             text: queue('setImmediate(setImmediate, ', ');') },
};

module.exports = { ops: { common } };

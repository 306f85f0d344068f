'use strict';
/* MessageEvent: what it takes and what it says, as in Node 24. */

const { check, finish } = require('./support/check.js');

const head = 'TypeError: MessageEvent constructor: ';

check(() => new MessageEvent(),
      `${head}1 argument required, but 0 found.`);
check(() => new MessageEvent(Symbol('x')),
      `${head}type is a symbol, which cannot be converted to a DOMString.`);
check(() => new MessageEvent('x', 5),
      `${head}Expected 5 to be one of: Null, Undefined, Object.`);
check(() => new MessageEvent('x', { ports: {} }),
      `${head}eventInitDict.ports is not iterable.`);
check(() => new MessageEvent('x', { ports: 5 }),
      `${head}eventInitDict.ports (5) is not iterable.`);
check(() => new MessageEvent('x', { lastEventId: Symbol('x') }),
      `${head}eventInitDict.lastEventId is a symbol, which cannot be ` +
        'converted to a DOMString.');
check(() => {
    const { data, origin, lastEventId, source, ports, bubbles } =
        new MessageEvent('x', () => {});
    return [data, origin, lastEventId, source, ports, bubbles];
}, '[null,"","",null,[],false]');
check(() => {
    const { type, data, origin, cancelable } = new MessageEvent(
        'x', { data: [1], origin: 'o', cancelable: true });
    return [type, data, origin, cancelable];
}, '["x",[1],"o",true]');

/* The old way to fill one gives another one. */
check(() => {
    const event = new MessageEvent('x');
    const other = event.initMessageEvent('y', true, false, 5, 'o', 'l');
    return [event.type, event.data, other.type, other.data, other.bubbles,
            other.lastEventId];
}, '["x",null,"y",5,true,"l"]');
check(() => new MessageEvent('x').initMessageEvent(),
      'TypeError: MessageEvent.initMessageEvent: 1 argument required, but 0 ' +
        'found.');

check(() => MessageEvent.prototype.data,
      'TypeError [ERR_INVALID_THIS]: Illegal invocation');
check(() => MessageEvent.prototype.initMessageEvent.call({}, 'x'),
      'TypeError [ERR_INVALID_THIS]: Illegal invocation');

finish();

globalThis.order.push('b1');
await null;
globalThis.order.push('b2');

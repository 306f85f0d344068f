(globalThis.order ??= []).push('a1');
await null; await null;
globalThis.order.push('a2');

globalThis.times = (globalThis.times ?? 0) + 1; throw new Error('cjs ' + globalThis.times);

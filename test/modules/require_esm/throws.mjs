throw new RangeError('on purpose ' + (globalThis.threw = (globalThis.threw ?? 0) + 1));

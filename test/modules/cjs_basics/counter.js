globalThis.counted = (globalThis.counted ?? 0) + 1;
exports.count = globalThis.counted;

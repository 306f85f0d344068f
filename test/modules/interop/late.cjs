(globalThis.order ??= []).push('late'); exports.late = 1;

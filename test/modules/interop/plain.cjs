(globalThis.order ??= []).push('plain'); exports.named = 1; exports.other = 2; exports['not an identifier'] = 3;

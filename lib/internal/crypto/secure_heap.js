'use strict';
/*
 * internal/crypto/secure_heap - --secure-heap and --secure-heap-min: OpenSSL
 * keeps its secrets in memory of their own, which is not swapped. What a program
 * has in a Buffer is not there. Required before OpenSSL has a key.
 */

const options = require('internal/options');

const total = Number(options.get('secure-heap') ?? 0);
const min = Math.max(2, Math.min(
    total, Number(options.get('secure-heap-min') ?? 2)));
const isUsed = total >= 2 &&
    internalBinding('crypto').startSecureHeap(total, min);

function secureHeapUsed() {
    if (!isUsed)
        return { total: 0, used: 0, utilization: NaN, min: 2 };
    const used = internalBinding('crypto').secureUsed();
    return { total, used, utilization: used / total, min };
}

module.exports = { secureHeapUsed };

// An Immediate can't be refreshed, closed or made a number.
// prints: Timeout close dispose hasRef ref refresh toPrimitive unref Immediate dispose hasRef ref unref
// also: node18
const names = ['close', 'hasRef', 'ref', 'refresh', 'unref'];
for (const timer of [setTimeout(() => {}, 1), setImmediate(() => {})]) {
    console.log(timer.constructor.name);
    const has = names.filter((name) => typeof timer[name] === 'function');
    for (const name of ['dispose', 'toPrimitive']) {
        if (typeof timer[Symbol[name]] === 'function')
            has.push(name);
    }
    console.log(has.sort().join(' '));
}

// Clearing what is no timer is silent.
// prints: ok
for (const value of [undefined, null, 0, -1, NaN, '', 'x', {}, [], () => {}]) {
    clearTimeout(value);
    clearInterval(value);
    clearImmediate(value);
}
console.log('ok');

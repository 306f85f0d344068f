// AbortSignal.timeout() takes a number of milliseconds that can be counted.
for (const value of [-1, NaN, Infinity, 'x', undefined, 2 ** 60, -0.5, '5']) {
    try {
        AbortSignal.timeout(value);
        console.log(String(value), 'is one');
    } catch (error) {
        console.log(String(value), error.name, error.message);
    }
}

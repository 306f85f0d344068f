// What does an await cost, of a plain value and of an async function's promise?
'use strict';
const { measure, size } = require('./measure.js');
const n = size(1e6);
const next = async (x) => x + 1;

async function main() {
    let stop = measure('await_value');
    for (let i = 0; i < n; i++)
        await null;
    stop(n);

    stop = measure('await_function');
    let x = 0;
    for (let i = 0; i < n; i++)
        x = await next(x);
    stop(x);
}
main();

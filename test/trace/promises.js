// Microtasks have the place of the then() or await that asked for them.
async function inner() {
    await null;                                 // <- micro+
    return 1;
}
async function outer() {
    const one = await inner();                  // <- micro+
    for await (const n of numbers())            // <- micro+*2
        console.log(one + n);                   // <- console
}
async function* numbers() {
    await undefined;                            // <- micro+
    yield 2;                                    // <- micro+
}
outer();
new Promise((resolve) => setImmediate(resolve)) // <- imm.queue immediate+
    .then(() => { throw new Error('caught'); }) // <- micro+
    .catch(() => {})                            // <- micro+
    .finally(() => {});                         // <- micro+
Promise.reject(new Error('late')).catch(() => {}); // <- micro+

'use strict';
// WebAssembly: a module, its imports and exports, references, a trap.
const bytes = Buffer.from(
    'AGFzbQEAAAABMglgBH9+fXwBfGAAAn9+YAFvAW9gAn9/AX9gAX8Bf2AAAn5/YAN/f38Bf2' +
    'AAAGABfQF9AiADA2VudgNsb2cAAANlbnYEcGFpcgABA2VudgNhbnkAAgMMCwMEAAUCBgQH' +
    'BwMIBAcCcAADbwACBQQBAQEEBgYBfwFBBwsHbQ8GbWVtb3J5AgAFdGFibGUBAARyZWZzAQ' +
    'EHY291bnRlcgMAA2FkZAADA2ZpYgAEA2xvZwAFBHBhaXIABgNhbnkABwRjYWxsAAgEZ3Jv' +
    'dwAJBHNwaW4ACgRkZWVwAAsGZGl2aWRlAAwDZjMyAA0JCAEAQQALAgMECoABCwcAIAAgAW' +
    'oLHAAgAEECSAR/IAAFIABBAWsQBCAAQQJrEARqCwsMACAAIAEgAiADEAALEAIBfwF+EAEh' +
    'ASEAIAEgAAsOAEEAIAAmAUEAJQEQAgsLACABIAIgABEDAAsGACAAQAALBwADQAwACwsEAB' +
    'ALCwcAIAAgAW0LBAAgAAs=', 'base64');
const env = { log: (a, b, c, d) => d, pair: () => [1, 2n], any: (v) => v };
const module_ = new WebAssembly.Module(bytes);
const { exports: x } = new WebAssembly.Instance(module_, { env });
x.add(1, 2);
x.fib(5);
x.log(1, 2n, 3, 4);
x.pair();
x.any({});
x.table.set(2, x.divide);
x.call(2, 6, 3);
x.memory.buffer;
x.grow(1);
x.memory.grow(1);
x.refs.grow(3, 'text');
try {
    x.divide(1, 0);
} catch (error) {
    if (!(error instanceof WebAssembly.RuntimeError))
        throw error;
}
WebAssembly.instantiate(bytes, { env }).then(({ instance }) => {
    instance.exports.add(1, 2);
});

// module.register(): hooks that have a world of their own.
import module, { createRequire, register } from 'node:module';
import { MessageChannel } from 'node:worker_threads';

const { port1, port2 } = new MessageChannel();
const said = [];
port1.on('message', (message) => said.push(message));

function show(name, value) {
    console.log(name, JSON.stringify(value));
}

async function attempt(specifier, options) {
    try {
        const { default: value, ...rest } = await import(specifier, options);
        show(specifier, [value, rest]);
    } catch (error) {
        show(specifier, error instanceof Error ? [
            error.name, error.code, error.message, error.details,
            error instanceof RangeError] : error);
    }
}

show('register', register('./first.mjs', import.meta.url, {
    data: { number: 7, port: port2 }, transferList: [port2],
}) ?? null);
register('./second.mjs', { parentURL: new URL(import.meta.url) });

for (const specifier of ['module', 'json', 'bytes', 'commonjs', 'no-source',
                         'no-format', 'bad-source', 'bad-response'])
    await attempt(`made:${specifier}`);
for (const specifier of ['null', 'url', 'format', 'attributes', 'chain', 'next',
                         'throws', 'primitive'])
    await attempt(`bad:${specifier}`);
await attempt('./plain.mjs');
await attempt('./changed.mjs');
await attempt('./hooked.cjs');
await attempt('node:path', { with: { type: 'json' } });
show('meta.resolve', import.meta.resolve('made:x'));
show('require', createRequire(import.meta.url)('./required.cjs'));
show('own globals', typeof onlyHere);

for (const args of [['./none.mjs', import.meta.url], ['./none.mjs'], ['none']]) {
    try {
        module.register(...args);
    } catch (error) {
        show('register', [error.name, error.code]);
    }
}

port1.postMessage('one');
port1.postMessage('two');
while (said.length < 3)
    await new Promise((resolve) => setTimeout(resolve, 1));
show('said', said);
port1.close();

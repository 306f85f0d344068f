// The hooks that were registered first: what they do not know they hand on.
import { isMainThread } from 'node:worker_threads';

let port;

globalThis.onlyHere = true;

export async function initialize(data) {
    port = data.port;
    port.postMessage(`initialized with ${data.number}, main: ${isMainThread}`);
    port.on('message', (message) => port.postMessage(`echo ${message}`));
}

const results = {
    'bad:null': null,
    'bad:url': { url: 5, shortCircuit: true },
    'bad:format': { url: 'made:x', format: 5, shortCircuit: true },
    'bad:attributes': { url: 'made:x', importAttributes: 5, shortCircuit: true },
    'bad:chain': { url: 'made:x' },
};

export async function resolve(specifier, context, nextResolve) {
    if (specifier === 'bad:throws') {
        throw Object.assign(new RangeError('thrown by a hook'),
                            { code: 'ERR_OWN', details: { a: [1] } });
    }
    if (specifier === 'bad:primitive')
        throw 'a string';
    if (specifier in results)
        return results[specifier];
    if (specifier.startsWith('made:'))
        return { url: specifier, format: 'module', shortCircuit: true };
    if (specifier.endsWith('/in-hooked.cjs'))
        return nextResolve('./required.cjs', context);
    return nextResolve(specifier, context);
}

const sources = {
    'made:module': {
        format: 'module',
        source: 'export default typeof onlyHere + import.meta.url;' },
    'made:json': { format: 'json', source: '{ "a": 1 }' },
    'made:bytes': {
        format: 'module',
        source: new TextEncoder().encode('export default "bytes"') },
    'made:commonjs': {
        format: 'commonjs',
        source: 'exports.name = 1; exports.fs = require("node:fs") !== null;' },
    'made:no-source': { format: 'module', source: null },
    'made:no-format': { source: '' },
    'made:bad-source': { format: 'module', source: 5 },
    'made:bad-response': { format: 'module', source: '', responseURL: 'x' },
};

export async function load(url, context, nextLoad) {
    await new Promise((resolve) => setTimeout(resolve, 1));
    if (url in sources)
        return { ...sources[url], shortCircuit: true };
    if (url.endsWith('/hooked.cjs')) {
        return { format: 'commonjs', shortCircuit: true,
                 source: 'module.exports = [require("./in-hooked.cjs"), ' +
                     'require.resolve("./in-hooked.cjs").slice(-13), ' +
                     'require("./data.json"), typeof require.cache];' };
    }
    return nextLoad(url, context);
}

// module.registerHooks(): what each hook is given, by import and by require(),
// and what comes of what it returns.
import { createRequire, registerHooks } from 'node:module';

const require = createRequire(import.meta.url);
const last = (text) => text?.replace(/^.*\//, '');

function describe(error) {
    return error instanceof Error ?
        `${error.name} ${error.code} ${error.message.split('\n')[0]}` :
        JSON.stringify(error);
}

// The hooks, and a list of what they are given.
function watch(hooks) {
    const seen = [];
    const watched = {};
    for (const [kind, hook] of Object.entries(hooks)) {
        watched[kind] = (what, context, next) => {
            const { format, importAttributes, parentURL, conditions } = context;
            seen.push([kind, last(what), Object.keys(context).sort().join(),
                       format, importAttributes, last(parentURL),
                       conditions?.join('+')]);
            return hook(what, context, next);
        };
    }
    return { seen, watched };
}

async function attempt(how, specifier, attributes) {
    try {
        return JSON.stringify(how === 'import' ?
            { ...await import(specifier, attributes) } : require(specifier));
    } catch (error) {
        return describe(error);
    }
}

async function both(label, hooks, specifier, attributes) {
    for (const how of ['import', 'require']) {
        const { seen, watched } = watch(hooks);
        const registered = registerHooks(watched);
        const wanted = typeof specifier === 'function' ? specifier(how) :
            specifier;
        console.log(label, how, await attempt(how, wanted, attributes));
        registered.deregister();
        for (const line of seen)
            console.log('   ', JSON.stringify(line));
    }
}

const pass = {
    resolve: (specifier, context, next) => next(specifier, context),
    load: (url, context, next) => next(url, context),
};
const json = { with: { type: 'json' } };
let count = 0;
const fresh = () => `virtual:${++count}`;

await both('builtin', pass, 'node:path');
await both('bare builtin', pass, 'path');
await both('module', pass, (how) => `./esm.mjs?${how}`);
await both('CommonJS', pass, './cjs.cjs');
await both('no type', pass, './plain.js');
await both('detected', pass, './detected.js');
await both('JSON', pass, './data.json', json);

const make = (format, source) => ({
    resolve: (url) => ({ url, format, shortCircuit: true }),
    load: () => ({ format, source, shortCircuit: true }),
});
await both('made module', make('module', 'export default 1'), 'virtual:m');
await both('made CommonJS', make('commonjs', 'module.exports = 2'), 'virtual:c');
await both('made JSON', make('json', '{ "a": 2 }'), 'virtual:j', json);
await both('source 5', make('module', 5), fresh);
await both('source null', make('module', null), fresh);
await both('format 5', make(5, ''), fresh);
await both('unknown format', make('unknown', ''), fresh);
await both('no format', make(undefined, 'module.exports = 3'), fresh);

const give = (result) => ({ resolve: (url) => result(url) });
await both('no shortCircuit', give((url) => ({ url })), fresh);
await both('url 5', give(() => ({ url: 5, shortCircuit: true })), fresh);
await both('nothing', give(() => null), fresh);
await both('throws', give(() => { throw new Error('own'); }), fresh);

await both('redirected', {
    resolve: (specifier, context, next) => next(
        specifier.startsWith('other:') ? './cjs.cjs' : specifier, context),
}, 'other:x');
await both('changed', {
    load(url, context, next) {
        const result = next(url, context);
        return { ...result, source: `${result.source}`.replace('1', '42') };
    },
}, (how) => (how === 'import' ? './esm.mjs?changed' : './changed.cjs'));
await both('next twice', {
    resolve(specifier, context, next) {
        next(specifier, context);
        return next(specifier, context);
    },
}, './plain.js');
await both('more context', {
    resolve: (specifier, context, next) => next(specifier,
                                                { ...context, more: 1 }),
}, './plain.js');
await both('no context', {
    resolve: (specifier, context, next) => next(specifier),
    load: (url, context, next) => next(url),
}, './again.cjs');

// Registered after the first: these are asked before.
export async function resolve(specifier, context, nextResolve) {
    if (specifier === 'bad:next')
        return nextResolve(5);
    if (specifier === 'made:json') {
        const { url } = await nextResolve(specifier, context);
        return { url, importAttributes: { type: 'json' } };
    }
    const result = await nextResolve(specifier, context);
    return specifier === 'seen:by-second' ? { url: 'made:module' } : result;
}

export async function load(url, context, nextLoad) {
    const result = await nextLoad(url, context);
    if (url.endsWith('/changed.mjs')) {
        return { ...result,
                 source: `${result.source}`.replace('before', 'after') };
    }
    return result;
}

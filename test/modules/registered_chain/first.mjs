const made = { 'made:dependency': 'static', 'made:later': 'dynamic' };

export async function resolve(specifier, context, nextResolve) {
    if (specifier in made)
        return { url: specifier, format: 'module', shortCircuit: true };
    return nextResolve(specifier === 'named-by-first' ? './second.mjs' : specifier,
                       context);
}

export async function load(url, context, nextLoad) {
    await new Promise((resolve) => setTimeout(resolve, 1));
    if (url in made) {
        return { format: 'module', shortCircuit: true,
                 source: `export default ${JSON.stringify(made[url])};` };
    }
    const result = await nextLoad(url, context);
    return url.endsWith('/second.mjs') ?
        { ...result, source: `${result.source}`.replace('WORD', 'changed') } :
        result;
}

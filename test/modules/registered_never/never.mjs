export async function resolve(specifier, context, nextResolve) {
    if (specifier === 'never')
        return new Promise(() => {});
    if (specifier === 'exit')
        process.exit(7);
    return nextResolve(specifier, context);
}

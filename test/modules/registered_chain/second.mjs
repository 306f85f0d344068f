import dependency from 'made:dependency';
import './third.mjs';

function say(...words) {
    return { url: `data:text/javascript,export default "${words.join(' ')}"`,
             shortCircuit: true };
}

export async function resolve(specifier, context, nextResolve) {
    if (specifier === 'say:static')
        return say(dependency, 'WORD', globalThis.third);
    if (specifier === 'say:dynamic')
        return say((await import('made:later')).default);
    return nextResolve(specifier, context);
}

globalThis.ran = 'tla'; export const t = await 1;

module.exports = async () => (await import('./plain.cjs')).named + Object.keys(await import('./esm.mjs')).join();

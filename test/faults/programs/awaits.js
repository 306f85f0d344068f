// Awaits of calls that are over when they return, of those that are not, and of
// what is resolved later.
'use strict';

const give = async (x) => x;
const refuse = async (x) => { throw x; };
const giveLate = async (x) => {
    if (typeof x === 'number')
        return x;
    const kept = () => x;
    await null;
    return kept();
};
const nest = async (n) => (n === 0 ? giveLate('inner') : await nest(n - 1));
const later = (x) => new Promise((resolve) => setImmediate(resolve, x));

(async () => {
    const found = [await give(1), await give({ two: 2 }), await giveLate(3)];
    found.push(await giveLate('four'), await nest(5), await later('six'));
    found.push(await give(later('seven')), await give({ then(f) { f('eight'); } }));
    for (let i = 0; i < 20; i++)
        found.push(await give(i));
    try {
        await refuse('refused');
    } catch (error) {
        found.push(error);
    }
    console.log(found.length, JSON.stringify(found));
})();

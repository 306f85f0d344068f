// prints: true true false DataCloneError
// also: node18
const given = { date: new Date(5), map: new Map([[1, new Set([2])]]) };
given.self = given;
const copy = structuredClone(given);
console.log(copy.self === copy, copy.map.get(1).has(2), copy === given);
try {
    structuredClone(() => {});
} catch (error) {
    console.log(error.name);
}

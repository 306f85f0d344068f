// The well-known example: async1 end before or after the promises.
// prints: s a1 a2 p e a1-end p1 p2 t
// node10 prints: s a1 a2 p e p1 p2 a1-end t
// also: node18
async function async2() {
    console.log('a2');
}
async function async1() {
    console.log('a1');
    await async2();
    console.log('a1-end');
}
console.log('s');
setTimeout(() => console.log('t'), 5);
async1();
new Promise((resolve) => {
    console.log('p');
    resolve();
}).then(() => console.log('p1')).then(() => console.log('p2'));
console.log('e');

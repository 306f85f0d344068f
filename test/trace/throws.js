// A program that ends by an exception keeps its events.
// exit: 1
process.on('exit', () => console.log('bye'));   // <- console
setTimeout(() => {                              // <- timer.arm timer+
    null.property;                              // <- throw
}, 1);

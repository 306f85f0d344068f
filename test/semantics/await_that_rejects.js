// A rejected await takes as long as a fulfilled one.
// prints: 1 caught 2
// also: node18
// node10 prints: 1 2 caught
Promise.resolve().then(() => console.log('1')).then(() => console.log('2'));
(async () => {
    try {
        await Promise.reject(new Error('x'));
    } catch (error) {
        console.log('caught');
    }
})();

// An interval cleared by its own callback does not come again.
// prints: once
// also: node18 node10
const interval = setInterval(() => {
    console.log('once');
    clearInterval(interval);
}, 1);

// An interval cleared by its own callback does not come again.
// prints: once
const interval = setInterval(() => {
    console.log('once');
    clearInterval(interval);
}, 1);

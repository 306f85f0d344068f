window.addEventListener('error', (event) => {
    console.log('error event:', event.message, event.error.message);
    event.preventDefault();
});
setTimeout(() => {
    Promise.resolve().then(() => console.log('microtask'));
    throw new Error('of a timer');
}, 0);
setTimeout(() => console.log('the next timer'), 0);

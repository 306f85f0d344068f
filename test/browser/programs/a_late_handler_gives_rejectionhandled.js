window.addEventListener('unhandledrejection', (event) => {
    console.log('unhandledrejection', event.reason);
    event.preventDefault();
});
window.addEventListener('rejectionhandled', (event) => {
    console.log('rejectionhandled', event.reason);
});
const promise = Promise.reject('late');
setTimeout(() => {
    console.log('timer');
    promise.catch(() => console.log('caught'));
}, 60);

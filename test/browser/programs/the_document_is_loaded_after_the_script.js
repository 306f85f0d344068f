console.log(document.readyState);
document.addEventListener('DOMContentLoaded', () => {
    console.log('DOMContentLoaded', document.readyState);
    queueMicrotask(() => console.log('microtask'));
});
window.addEventListener('load', () => console.log('load', document.readyState));
Promise.resolve().then(() => console.log('promise of the script'));

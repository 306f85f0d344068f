window.onerror = (message) => { console.log(message); return true; };
setTimeout(() => console.log('the loop goes on'), 0);
Promise.resolve().then(() => console.log('microtask'));
throw new TypeError('of the script');

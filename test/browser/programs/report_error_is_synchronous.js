window.onerror = (message) => { console.log(message); return true; };
console.log('before');
reportError(new Error('said'));
console.log('after');

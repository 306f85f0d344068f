// import() is asynchronous, also if the module is short.
const text = 'console.log("in the module")';

import(`data:text/javascript,${text}`).then(() => console.log('imported'));
Promise.resolve().then(() => console.log('microtask'));
setTimeout(() => console.log('timeout'), 0);
console.log('main');

setTimeout(() => console.log('timer'), 300);
requestAnimationFrame(() => requestAnimationFrame(() => console.log('second frame')));
console.log('script end');

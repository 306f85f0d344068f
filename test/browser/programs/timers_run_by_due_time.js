setTimeout(() => console.log('120'), 120);
setTimeout(() => console.log('60'), 60);
setTimeout(() => console.log('180'), 180);
setTimeout(() => console.log('0'), 0);

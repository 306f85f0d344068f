console.log('a');
setTimeout(() => {
    console.log('b');
    setTimeout(() => say('timer'), 1);
}, 1);

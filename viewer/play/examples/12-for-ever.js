// A loop that never ends is ended
setTimeout(() => console.log('this never comes'), 1);
console.log('round and round');
for (;;)
    ;

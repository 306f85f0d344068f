// A timer made in beforeExit makes the loop live again.
// prints: be timer be exit
// also: node18 node10
let n = 0;
process.on('beforeExit', () => {
    console.log('be');
    if (n++ === 0)
        setTimeout(() => console.log('timer'), 1);
});
process.on('exit', () => console.log('exit'));

// forms: stuck file full gone
const fs = require('fs');
console.log('a'.repeat(300000));
console.log('b');
say(state(process.stdout));
process.stdout.on('drain', () => say('drain'));
setImmediate(() => {
    say('immediate', state(process.stdout));
    fs.writeFileSync(process.env.GO, '');
    console.log('c');
    process.nextTick(() => say('tick', state(process.stdout)));
});

// forms: stuck
const fs = require('fs');
const chunk = 'a'.repeat(1024);
let count = 0;
while (process.stdout.write(chunk))
    count++;
say(count, state(process.stdout));
process.stdout.once('drain', () => say('drain', state(process.stdout)));
setTimeout(() => {
    say('timer', state(process.stdout));
    fs.writeFileSync(process.env.GO, '');
}, 1);

// The fifth job waits for one of four threads.
const { pbkdf2 } = require('crypto');

let others = 3;
const job = (rounds, done) => pbkdf2('word', 'salt', rounds, 32, 'sha256', done);

job(20_000, () => console.log('job 1: long'));
for (let i = 2; i <= 4; i++)
    job(300_000, () => --others || console.log('jobs 2 to 4: very long'));
job(1, () => console.log('job 5: short'));

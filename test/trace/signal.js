// A signal comes from outside: its callback has no trigger.
process.once('SIGUSR2', () => {
    clearInterval(wait);                        // <- timer.clear
    console.log('got it');                      // <- console
});
const wait = setInterval(() => {}, 100000);     // <- timer.arm
process.kill(process.pid, 'SIGUSR2');

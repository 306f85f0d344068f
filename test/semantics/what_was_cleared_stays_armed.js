// A list that is made in a pass arms the loop's timer. Cleared, it is gone, but
// the timer is not: the next one finds it armed for an earlier time, and leaves
// that. Older loops look again in the same pass, and there it is due.
// prints: immediate later
// also: node10
// node18 prints: later immediate
function spin(ms) {
    const end = Date.now() + ms;
    while (Date.now() < end);
}
setTimeout(() => {
    clearTimeout(setTimeout(() => console.log('cleared'), 4));
    spin(11);
    Promise.resolve().then(() => {
        setImmediate(console.log, 'immediate');
        setTimeout(console.log, 8, 'later');
        spin(11);
    });
}, 1);

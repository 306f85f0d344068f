// A timer that has ended and was cleared then is started by refresh(), though it
// calls nothing: the list is there from that moment, and due before another that
// was made meanwhile. In Node 10 it is not started.
// prints: joined other
// also: node18
// node10 prints: other joined
function spin() {
    const end = Date.now() + 12;
    while (Date.now() < end);
}
const timer = setTimeout(() => {
    setImmediate(() => {
        clearTimeout(timer);
        timer.refresh();
        spin();
        setTimeout(() => console.log('other'), 4);
        spin();
        setTimeout(() => console.log('joined'), 1);
        spin();
    });
}, 1);

// Microtasks can keep the loop from turning
setTimeout(() => console.log('a timer, due after 1 ms, much later'), 1);

let left = 200;
function again() {
    if (--left > 0)
        Promise.resolve().then(again);
    else
        console.log('200 microtasks later');
}
again();

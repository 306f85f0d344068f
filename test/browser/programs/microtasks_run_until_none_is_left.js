setTimeout(() => console.log('timer'), 0);
let n = 0;
function again() {
    if (++n < 1000)
        queueMicrotask(again);
    else
        console.log('a thousand microtasks');
}
queueMicrotask(again);

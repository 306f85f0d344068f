// A timer of 10 ms that has to wait for one of 5 ms, which takes 200.
'use strict';

function victim() {
    console.log('victim');
}

function heavy() {
    const until = Date.now() + 200;
    while (Date.now() < until)
        ;
}

setTimeout(victim, 10);
setTimeout(heavy, 5);

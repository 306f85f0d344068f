// Timers: armed, armed again, cleared, fired.
let turns = 0;
const interval = setInterval(() => {            // <- timer.arm*3 timer+*3
    if (++turns === 3)
        clearInterval(interval);                // <- timer.clear
}, 2);
const cleared = setTimeout(() => {}, 50);       // <- timer.arm
clearTimeout(cleared);                          // <- timer.clear
clearTimeout(cleared);
const again = setTimeout(() => {                // <- timer.arm*2 timer+
    console.log('once');                        // <- console
}, 3);
again.refresh();
require('timers/promises').setTimeout(1)        // <- timer.arm timer+
    .then(() => {});                            // <- micro+

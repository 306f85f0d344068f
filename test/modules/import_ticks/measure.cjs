'use strict';

// How many microtasks pass until a body runs and until import() is settled:
// a chain of microtasks counts them. Nobody should lean on these numbers, and
// programs do.

let count = 0;
globalThis.note = (what) => console.log(`  ${what} at ${count}`);

async function measure(name, start) {
    console.log(name);
    let going = true;
    count = 0;
    (function hop() {
        if (!going || count === 100)
            return;
        count++;
        queueMicrotask(hop);
    })();
    try {
        await start();
        note('fulfilled');
    } catch {
        note('rejected');
    }
    going = false;
}

// One at a time, each in a turn of its own.
module.exports = async (cases) => {
    for (const [name, start] of cases) {
        await new Promise((resolve) => setTimeout(resolve, 1));
        await measure(name, start);
    }
};

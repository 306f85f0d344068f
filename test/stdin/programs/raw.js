'use strict';
/* A terminal alone can be raw. */
try {
    for (const isOn of [true, false])
        console.log(process.stdin.setRawMode(isOn).isRaw);
} catch (error) {
    console.log(error.message);
}

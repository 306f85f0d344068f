// Immediates that queue immediates let the loop turn.
const { readFile } = require('fs');

let isRead = false;
readFile(__filename, () => {
    isRead = true;
    console.log('file read');
});
setImmediate(function again() {
    if (isRead)
        console.log('the immediates end');
    else
        setImmediate(again);
});

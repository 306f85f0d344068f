// Immediates that queue immediates do not.
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

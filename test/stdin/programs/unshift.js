'use strict';
/* What was put back comes first. */
const { stdin } = process;
let isFirst = true;
stdin.setEncoding('utf8');
stdin.on('readable', () => {
    const piece = stdin.read();
    if (isFirst && piece !== null)
        stdin.unshift(`again ${piece}`);
    else
        console.log(JSON.stringify(piece));
    isFirst = false;
});
stdin.on('end', () => console.log('end'));

'use strict';
/* read(n) gives n or nothing, and at the end what is left. */
const { stdin } = process;
stdin.setEncoding('utf8');
stdin.on('readable', () => {
    for (let piece; (piece = stdin.read(5)) !== null;)
        console.log(JSON.stringify(piece), stdin.readableLength);
});
stdin.on('end', () => console.log('end'));

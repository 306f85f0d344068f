'use strict';
/* 'readable' and read(). */
const { stdin } = process;
stdin.setEncoding('utf8');
stdin.on('readable', () => {
    console.log('readable');
    for (let piece; (piece = stdin.read()) !== null;)
        console.log('piece', JSON.stringify(piece));
});
stdin.on('end', () => console.log('end'));
stdin.on('close', () => console.log('close'));
process.on('exit', () => console.log(stdin.readableEnded, stdin.readable,
                                     stdin.destroyed));

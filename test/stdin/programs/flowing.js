'use strict';
/* 'data' makes it flow; the end comes by itself. */
process.stdin
    .on('resume', () => console.log('resume'))
    .on('data', (piece) => console.log('data', String(piece)))
    .on('end', () => console.log('end'))
    .on('close', () => console.log('close'));
process.on('exit', (code) => console.log('exit', code));

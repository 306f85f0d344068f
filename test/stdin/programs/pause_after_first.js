'use strict';
/* once() and a pause, with an encoding. */
process.stdin.setEncoding('latin1').once('data', (text) => {
    console.log(JSON.stringify(text), process.stdin.readableEncoding);
    process.stdin.pause();
});
process.on('exit', (code) => console.log('exit', code));

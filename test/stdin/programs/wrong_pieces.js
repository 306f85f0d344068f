'use strict';
/* What is no piece fails the input; a wrong encoding is thrown. */
const { stdin } = process;
try {
    stdin.setEncoding('nonsense');
} catch (error) {
    console.log(error.code, error.message);
}
stdin.on('error', (error) => console.log(error.code, error.message));
stdin.unshift(5);

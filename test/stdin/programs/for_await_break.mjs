/* Who leaves the loop is through with the input. */
for await (const piece of process.stdin) {
    console.log(String(piece));
    break;
}
console.log(process.stdin.destroyed);
process.on('exit', (code) => console.log('exit', code));

/* All of it, piece by piece. */
const { stdin } = process;
for await (const piece of stdin)
    console.log(String(piece));
console.log(stdin.readableEnded, stdin.destroyed);

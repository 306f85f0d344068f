/* events.once() and a pause: the program ends with the pipe still open. */
import { once } from 'node:events';
const [piece] = await once(process.stdin, 'data');
console.log(String(piece));
process.stdin.pause();

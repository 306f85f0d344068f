// An ES module that waits at its top level.
import { stat } from 'node:fs/promises';
await null;                                     // <- micro+
await new Promise((resolve) => {                // <- micro+
    setTimeout(resolve, 1);                     // <- timer.arm timer+
});
const { size } = await stat(import.meta.filename); // <- micro+*3 op.submit fs+
console.log(size > 0);                          // <- console

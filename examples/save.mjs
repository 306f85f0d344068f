import { readFile, writeFile } from 'node:fs/promises';

await writeFile('state.txt', 'old');
writeFile('state.txt', 'new');     // an await is missing here
console.log(await readFile('state.txt', 'utf8'));

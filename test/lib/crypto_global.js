'use strict';
/* The global crypto is used before anything else that knows of Buffers. */
const id = crypto.randomUUID();

if (!/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
    .test(id))
    throw new Error(id);

// For -e the name is that of the module.
{
    const { execFileSync } = require('child_process');
    const told = execFileSync(process.execPath, [
        '-e', 'console.log(typeof crypto.createHash, typeof crypto.subtle)']);
    require('assert').strictEqual(String(told), 'function object\n');
}

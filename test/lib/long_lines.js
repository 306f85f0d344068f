'use strict';
/*
 * A line may be a whole program: a minified one. The parser looks ahead and
 * comes back all the time, and must not count the columns from the start then.
 */
const assert = require('node:assert');

/* Processor time: how busy the machine is does not count. */
function timeToCompile(text) {
    const before = process.cpuUsage();
    new Function(text);
    const { user, system } = process.cpuUsage(before);
    return user + system;
}

const parts = Array.from({ length: 6000 }, (_, i) =>
    `function f${i}(a){return(a)+(i=>i)(${i})}`);
const inLines = timeToCompile(parts.join('\n'));
const inOneLine = timeToCompile(parts.join(' '));
assert(inOneLine < 10 * inLines + 50000, `${inOneLine} us, ${inLines} in lines`);

/* And the columns stay right, in UTF-16 units, whatever was looked at ahead. */
const before = '(é)=>"😀";(a,b)=>{};[{a:1}]; async (x)=>x; `${"é"}`; /é/u;';
const mixed = new Function(`${before};throw new Error()`);
Error.prepareStackTrace = (_, sites) => sites[0].getColumnNumber();
assert.throws(mixed, (e) => e.stack === before.length + 8);

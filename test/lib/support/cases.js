'use strict';
/*
 * run(cases): call asynchronous checks one after the other, each by its name. A
 * check that fails or never ends gives the program a code other than zero, and
 * its name is printed.
 */
async function run(cases) {
    let current;
    process.on('exit', () => {
        if (current === undefined)
            return;
        process.stderr.write(`never ended: ${current}\n`);
        process.exitCode = 1;
    });
    for (const name in cases) {
        current = name;
        try {
            await cases[name]();
        } catch (error) {
            process.stderr.write(`failed: ${name}\n${error?.stack ?? error}\n`);
            process.exitCode = 1;
        }
    }
    current = undefined;
}

module.exports = { run };

'use strict';

/*
 * internal/test_runner/ordered - test.order(ORDER, name, fn): a test that also has to pass
 * in an order that once broke it.
 *
 * An order belongs to a whole file on the simulator. So the test's own function does not
 * run here: the file runs once more, in a process of its own and in that order, and what
 * became of the test of this name there is the result. In that process, as in any that is
 * explored, test.order() is test().
 */

const { Pool } = require('internal/explore/server');
const { Run } = require('internal/explore/run');
/* Loaded when first used: internal/replay/main,
 * internal/test_runner/explored. */

// The child is no part of this run of tests, and reports to nobody.
function environment() {
    const { NODE_TEST_CONTEXT, ...env } = process.env;
    return env;
}

async function runFile(order) {
    const { relocate } = require('internal/replay/main');
    const words = [...process.execArgv, ...process.argv.slice(1)];
    const pool = new Pool({ options: [], words, env: environment() }, 1);
    try {
        const base = new Run(await pool.run('', { fromStart: true }));
        return new Run(await pool.run(relocate(base, order), { fromStart: true }));
    } finally {
        pool.close();
    }
}

function runInOrder(order) {
    return async (context) => {
        const { nameOf } = require('internal/test_runner/explored');
        const run = await runFile(order);
        const message = run.tests.get(nameOf(context));
        if (run.unused !== undefined)
            context.diagnostic(`the order does not fit: ${run.unused} did not come to pass`);
        if (message === undefined)
            throw new Error(`in the order ${order} this test does not come to its end`);
        if (message !== null)
            throw new Error(`${message} (orrery replay '${order}' ${process.argv[1]})`);
    };
}

module.exports = { runInOrder };

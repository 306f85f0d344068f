'use strict';
/*
 * A sign-up counts the users and makes the first one the owner: a check, then
 * an act. If both count before either inserts, there are two owners.
 *
 * Fixed: this one has no such order.
 */
const assert = require('assert');
const fs = require('fs').promises;

const users = [];
const count = async () => {
    await fs.stat('.');
    return users.length;
};
const insert = async (user) => {
    await fs.stat('.');
    users.push(user);
};

let last = Promise.resolve();
function signUp(name) {
    return last = last.then(() => signUpAlone(name));
}

async function signUpAlone(name) {
    const isOwner = await count() === 0;
    await insert({ name, isOwner });
}

async function later(steps, fn) {
    for (let i = 0; i < steps; i++)
        await fs.stat('.');
    return fn();
}

Promise.all([signUp('anna'), later(4, () => signUp('bert'))]).then(() => {
    assert.strictEqual(users.filter((user) => user.isOwner).length, 1);
});

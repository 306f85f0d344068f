'use strict';
/*
 * internal/promises - following promises: listeners for when one is made, runs
 * a reaction, is resolved, or is resolved again.
 *
 * The engine has one listener, which costs nothing while there is none; it is
 * shared here.
 */

const binding = internalBinding('async');

// The events, as engine.h counts them.
const INIT = 0;
const BEFORE = 1;
const AFTER = 2;
const RESOLVE = 3;
const RESOLVE_AGAIN = 4;
const REJECT_AGAIN = 5;

let followers = []; // replaced, never changed, so that it may be walked

function onPromise(event, promise, other) {
    for (const follower of followers)
        follower(event, promise, other);
}

/* follower(event, promise, other); it must not throw. */
function follow(follower) {
    followers = [...followers, follower];
    if (followers.length === 1)
        binding.listenToPromises(onPromise);
}

function unfollow(follower) {
    followers = followers.filter((other) => other !== follower);
    if (followers.length === 0)
        binding.listenToPromises();
}

// ---- What acts for a promise ------------------------------------------------

let runner, leaver;

/* From now on reactions are run by run(promise, fn, args); leave(promise) is
 * called when one ended with an exception that was handled. */
function setRunner(run, leave) {
    runner = run;
    leaver = leave;
}

function hasRunner() {
    return runner !== undefined;
}

/* Call fn(...args) as if a reaction of the promise did. */
function runFor(promise, fn, ...args) {
    return runner(promise, fn, args);
}

function leaveFor(promise) {
    if (leaver !== undefined)
        leaver(promise);
}

// ---- The event 'multipleResolves' -------------------------------------------

/* In a tick: the code that settles the promise must not catch what a listener
 * throws. */
function emitAgain(event, promise, value) {
    if (event !== RESOLVE_AGAIN && event !== REJECT_AGAIN)
        return;
    const type = event === RESOLVE_AGAIN ? 'resolve' : 'reject';
    process.nextTick(() => {
        if (process.emit('multipleResolves', type, promise, value))
            warnOnce();
    });
}

let hasWarned = false;

function warnOnce() {
    if (hasWarned)
        return;
    hasWarned = true;
    process.emitWarning('The multipleResolves event has been deprecated.',
                        'DeprecationWarning', 'DEP0160');
}

let watching = false;

function watchMultipleResolves() {
    if (watching)
        return;
    watching = true;
    follow(emitAgain);
}

module.exports = {
    AFTER,
    BEFORE,
    INIT,
    RESOLVE,
    follow,
    hasRunner,
    leaveFor,
    runFor,
    setRunner,
    unfollow,
    watchMultipleResolves,
};

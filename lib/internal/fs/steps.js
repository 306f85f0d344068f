'use strict';
/*
 * internal/fs/steps - work that is many file calls: removing a tree, making the
 * directories of a path, copying.
 *
 * It is written once, as a generator that yields what it needs and gets the
 * result, and is run in two ways: at once, or with one request of the loop
 * after the other. It yields
 *
 *     ['lstat', path, false]  a call of the binding; the result is its value,
 *                             or a negative errno
 *     [generator, ...]        work that is done side by side; the result is
 *                             that it has ended, or the first error is thrown
 *     { wait: ms }            a pause
 *     { value }               a value, or the promise of one
 *
 * What it throws is the error, what it returns is the result.
 */

const { setTimeout } = internalBinding('order');
const binding = internalBinding('fs');
const { submit } = require('internal/fs/calls');
const { FSReqCallback } = require('internal/fs/utils');

/* ---- At once ---------------------------------------------------------- */

function takeSync(step) {
    if (!Array.isArray(step)) {
        if (step.wait !== undefined)
            Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0,
                         step.wait);
        return step.value;
    }
    if (typeof step[0] === 'string')
        return binding[step[0]](...step.slice(1));
    for (const part of step)
        runSync(part);
    return undefined;
}

function runSync(steps) {
    let { done, value } = steps.next();
    while (!done)
        ({ done, value } = steps.next(takeSync(value)));
    return value;
}

/* ---- With requests ---------------------------------------------------- */

class Run {
    constructor(steps, done, Request) {
        this.steps = steps;
        this.done = done;
        this.Request = Request;
    }

    /* Go on with the result of the last step, or its error. */
    next(method, result) {
        let step;
        try {
            step = this.steps[method](result);
        } catch (error) {
            this.done(error);
            return;
        }
        if (step.done)
            this.done(null, step.value);
        else
            this.take(step.value);
    }

    take(step) {
        if (!Array.isArray(step))
            this.pause(step);
        else if (typeof step[0] === 'string')
            this.request(step);
        else
            this.runAll(step);
    }

    request([name, ...args]) {
        const oncomplete = (errno, value) => this.next('next', errno ?? value);
        const err = submit(name, args, new this.Request(oncomplete));
        if (err < 0)
            process.nextTick(oncomplete, err);
    }

    pause({ wait, value }) {
        if (wait !== undefined) {
            setTimeout(() => this.next('next'), wait);
            return;
        }
        Promise.resolve(value).then((result) => this.next('next', result),
                                    (error) => this.next('throw', error));
    }

    runAll(parts) {
        let left = parts.length;
        const finish = (error) => {
            if (error) {
                left = 0;
                this.next('throw', error);
            } else if (--left === 0) {
                this.next('next');
            }
        };
        const onDone = (error) => {
            if (left > 0)
                finish(error);
        };
        if (left === 0)
            this.next('next');
        for (const part of parts)
            new Run(part, onDone, this.Request).next('next');
    }
}

/* done(error) or done(null, value); the first step is taken at once. */
function run(steps, done, Request = FSReqCallback) {
    new Run(steps, done, Request).next('next');
}

module.exports = { run, runSync };

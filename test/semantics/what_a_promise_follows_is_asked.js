// A promise that is resolved with another follows it two microtasks later, and asks
// it as then() would: its own then, its constructor, its constructor's species.
// prints: get made own 1 kept bad:poisoned 2 get:2 own:1 rejected:late 3 4 5
// also: node18
const note = (...what) => console.log(what.join(':'));
const returns = (promise) => (async () => promise)();

const own = Promise.resolve(1);
own.then = function (...args) {
    note('own');
    return Promise.prototype.then.apply(this, args);
};
const asked = Promise.resolve(2);
Object.defineProperty(asked, 'constructor', {
    get() { note('get'); return Promise; },
});
const bad = Promise.resolve(3);
Object.defineProperty(bad, 'constructor', {
    get() { throw new Error('poisoned'); },
});
const kept = Promise.resolve(4);
kept.constructor = {
    [Symbol.species]: class {
        constructor(executor) {
            executor(() => note('kept'), () => {});
            note('made');
        }
    },
};

returns(asked).then((value) => note('get', value));
returns(kept);
returns(own).then((value) => note('own', value));
returns(bad).catch((error) => note('bad', error.message));
returns(Promise.reject(new Error('late')))
    .catch((error) => note('rejected', error.message));
let all = Promise.resolve();
for (let i = 1; i <= 5; i++)
    all = all.then(() => note(i));

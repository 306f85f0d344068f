// Promise.resolve() of a promise is that promise, however long an await takes.
// prints: true true false
// also: node18 node10
class Other extends Promise {}
const [promise, other] = [Promise.resolve(1), Other.resolve(1)];
console.log(Promise.resolve(promise) === promise,
            Other.resolve(other) === other,
            Other.resolve(promise) === promise);

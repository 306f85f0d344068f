// An async function that is over when its call returns: an await of the call
// takes one microtask, whatever was returned, and sees what was changed on
// the way; only what has a then() of its own takes more.
// prints: 7 t1 o t2 thrown t3 then t4 th t5 t6 t7 p getter t8 late t9 hit ctor t10 ctor t11 own end
// node10 prints: t1 t2 7 t3 t4 t5 o t6 t7 t8 thrown t9 then t10 t11 th p getter getter late hit ctor ctor own end
// also: node18
const print = console.log;
const give = async (x) => x;
const giveLate = async (x) => {
    if (x)
        return x;
    await null;
};
const refuse = async (x) => { throw x; };
const methods = { async get() { return this === methods; } };

(async () => {
    print(await give(7));
    print(Object.keys(await give({ o: 1, then: 2 })).join().replace(',then', ''));
    try {
        await refuse('thrown');
    } catch (e) {
        print(e);
    }
    print(await give({ then(f) { print('then'); f('th'); } }));
    print(await give(Promise.resolve('p')));
    print(await give({ get then() { print('getter'); } }) && 'late');
    print(await giveLate('hit'));
    const change = async () => {
        const { constructor } = Promise.prototype;
        Object.defineProperty(Promise.prototype, 'constructor', {
            get() {
                print('ctor');
                return constructor;
            },
        });
        return methods.get();
    };
    print(await change() && 'own');
    print('end');
})();
(async () => {
    for (let i = 1; i < 12; i++) {
        await null;
        print(`t${i}`);
    }
})();

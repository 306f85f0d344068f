// _construct() runs in a tick after the constructor; writes and reads wait for
// it, destroy() as well.
// prints: main a-construct b-construct a-write a-ended a-read a-destroy a-close b-destroy b-close
const { Duplex } = require('stream');
const make = (name) => {
    const duplex = new Duplex({
        construct(callback) {
            console.log(`${name}-construct`);
            setImmediate(callback);
        },
        read() {
            console.log(`${name}-read`);
            this.push(null);
        },
        write(chunk, encoding, callback) {
            console.log(`${name}-write`);
            callback();
        },
        destroy(error, callback) {
            console.log(`${name}-destroy`);
            callback(error);
        },
    });
    duplex.on('close', () => console.log(`${name}-close`));
    return duplex;
};
const used = make('a');
used.resume();
used.end('x', () => console.log('a-ended'));
make('b').destroy();
console.log('main');

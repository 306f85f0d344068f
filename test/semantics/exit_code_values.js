// exitCode takes integers and what looks like one.
// exit: 9
// prints: undefined 1 2 undefined ERR_INVALID_ARG_TYPE ERR_OUT_OF_RANGE ERR_INVALID_ARG_TYPE
// node18 prints: undefined 1 2 undefined {} 1.5
// node10 prints: undefined 1 2 undefined {} 1.5
const set = (value) => {
    try {
        process.exitCode = value;
        console.log(process.exitCode);
    } catch (error) {
        console.log(error.code);
    }
};
console.log(process.exitCode);
set(1);
set('2');
set(undefined);
set({});
set(1.5);
set('');
process.exitCode = '9';

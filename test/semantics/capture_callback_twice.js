// prints: false true ERR_UNCAUGHT_EXCEPTION_CAPTURE_ALREADY_SET ERR_INVALID_ARG_TYPE
// also: node18 node10
const has = () => process.hasUncaughtExceptionCaptureCallback();
const set = (fn) => {
    try {
        process.setUncaughtExceptionCaptureCallback(fn);
    } catch (error) {
        console.log(error.code);
    }
};
console.log(has());
set(() => {});
console.log(has());
set(() => {});
set(null);
set(5);

// rejectionHandled for the late ones comes before the new unhandled ones.
// prints: UR1 RH UR2
// also: node18 node10
process.on('unhandledRejection', (reason) => console.log('UR' + reason));
process.on('rejectionHandled', () => console.log('RH'));
const late = Promise.reject(1);
setImmediate(() => {
    Promise.reject(2);
    late.catch(() => {});
});

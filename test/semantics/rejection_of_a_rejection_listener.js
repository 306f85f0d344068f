// Rejections made by the listener are told in the next round.
// prints: UR1 UR2 UR1b UR2b
// also: node18 node10
process.on('unhandledRejection', (reason) => {
    console.log('UR' + reason);
    if (typeof reason === 'number')
        Promise.reject(reason + 'b');
});
Promise.reject(1);
Promise.reject(2);

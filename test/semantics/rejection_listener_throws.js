// The others of the round are never told then.
// prints: UR1 U:L end
// node18 prints: UR1 U:L UR2 U:L end
// node10 prints: UR1 U:L UR2 U:L end
process.on('uncaughtException', (error) => console.log(`U:${error.message}`));
process.on('unhandledRejection', (reason) => {
    console.log(`UR${reason}`);
    throw new Error('L');
});
Promise.reject(1);
Promise.reject(2);
setTimeout(() => console.log('end'), 100);

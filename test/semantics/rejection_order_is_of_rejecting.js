// They are told in the order of rejecting, not of creation.
// prints: URb URa
// also: node18 node10
process.on('unhandledRejection', (reason) => console.log('UR' + reason));
let rejectA;
let rejectB;
new Promise((_, reject) => { rejectA = reject; });
new Promise((_, reject) => { rejectB = reject; });
rejectB('b');
rejectA('a');

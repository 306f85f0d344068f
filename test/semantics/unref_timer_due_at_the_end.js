// Since Node 20.3 the timers of a turn run before the loop asks whether it is
// still alive, so an unref'd timer that is due has its turn.
// prints: imm t
// node18 prints: imm
// node10 prints: imm
setImmediate(() => {
    console.log('imm');
    setTimeout(() => console.log('t'), 1).unref();
    const end = Date.now() + 5;
    while (Date.now() < end);
});

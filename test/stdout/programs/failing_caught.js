// forms: full gone
process.on('uncaughtException', (error, origin) => {
    say(origin, error, state(process.stdout));
    if (error.message !== 'mine')
        process.stdout.write('again\n');
});
process.stdout.once('close', () => {
    throw new Error('mine');
});
process.stdout.write('a\n');
setImmediate(() => setImmediate(() => process.exit(9)));

// forms: stuck
process.stdout.write('a'.repeat(300000), () => say('not reached'));
process.on('exit', () => {
    require('fs').writeFileSync(process.env.GO, '');
});
process.exit(4);

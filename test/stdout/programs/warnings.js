// forms: full stderr
process.emitWarning('mine');
setImmediate(() => {
    say('immediate');
    process.stderr.write('a\n');
});

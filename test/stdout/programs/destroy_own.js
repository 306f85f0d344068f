const out = process.stdout;
watch(out, 'error', 'drain', 'close', 'prefinish', 'finish');
out._destroy = function(error, callback) {
    say('_destroy', error, this === out);
    callback(error);
};
out.destroy(new Error('mine'));
say(state(out));
say(out.write('a\n', (error) => say('a', error)), state(out));
out.end((error) => say('end', error));
console.log('b');
setImmediate(() => say(state(out)));

process.stdout.destroy(new Error('mine'));
setTimeout(() => say('not reached'), 1000);

note('two');

console.log(require('minimist')(['-a', '1', '--no-b', '--c=d', 'rest', '--', 'x'], { boolean: 'b' }));

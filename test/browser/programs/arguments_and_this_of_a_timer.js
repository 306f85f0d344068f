setTimeout(function (...args) {
    console.log(args.join(' '), this === window);
}, 0, 'one', 'two', 3);

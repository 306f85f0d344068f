// ref() keeps the program alive again.
// prints: fired
// also: node18 node10
setTimeout(() => console.log('fired'), 2).unref().ref();

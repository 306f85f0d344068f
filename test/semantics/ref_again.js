// ref() keeps the program alive again.
// prints: fired
setTimeout(() => console.log('fired'), 2).unref().ref();

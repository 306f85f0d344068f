const thenable = { then(resolve) { console.log('then called'); resolve('value'); } };
Promise.resolve(thenable).then((value) => console.log('thenable', value));
Promise.resolve().then(() => console.log('1')).then(() => console.log('2')).then(() => console.log('3'));
new Promise((resolve) => resolve(Promise.resolve())).then(() => console.log('resolved by a promise'));

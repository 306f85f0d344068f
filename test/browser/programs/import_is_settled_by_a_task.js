import('./parts/answer.mjs').then((all) => {
    console.log('imported', all.answer);
    all.add();
    return import('./parts/answer.mjs');
}).then((all) => {
    console.log('again', all.count);
    return import('./parts/throws.js');
}).catch((error) => {
    console.log(error.message);
    return import('./parts/not_there.mjs');
}).catch((error) => {
    console.log(error.name, error.message.split(':')[0]);
    return import('bare');
}).catch((error) => {
    console.log(error.name, error.message);
});
Promise.resolve().then(() => console.log('microtask'));
console.log('script');

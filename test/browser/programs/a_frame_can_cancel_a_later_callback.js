requestAnimationFrame(() => {
    console.log('one');
    cancelAnimationFrame(second);
});
const second = requestAnimationFrame(() => console.log('two'));
requestAnimationFrame(() => console.log('three'));

requestAnimationFrame(() => {
    console.log('frame one');
    setTimeout(() => console.log('timer'), 0);
    window.postMessage('', '*');
});
requestAnimationFrame(() => console.log('frame two'));
window.onmessage = () => console.log('message');

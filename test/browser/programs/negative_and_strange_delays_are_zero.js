setTimeout(() => console.log('minus'), -5);
setTimeout(() => console.log('nan'), NaN);
setTimeout(() => console.log('text'), 'text');
setTimeout(() => console.log('none'));
setTimeout(() => console.log('zero'), 0);

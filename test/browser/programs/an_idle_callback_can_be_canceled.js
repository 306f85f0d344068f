const id = requestIdleCallback(() => console.log('never'));
cancelIdleCallback(id);
setTimeout(() => console.log('end'), 300);

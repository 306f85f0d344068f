var said = 'global';
setTimeout('console.log("text", said)', 0);
setTimeout(() => console.log('function'), 30);

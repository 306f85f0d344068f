const start = (text, options) => new Worker(
    URL.createObjectURL(new Blob([text])), options);
const worker = start('let let = 1;');
worker.onerror = (e) => {
    console.log(e.type, e instanceof ErrorEvent, e.message.split(':')[0]);
    e.preventDefault();
};
worker.onmessage = () => console.log('not reached');

const worker = new Worker('./parts/not_there.js');
console.log(worker instanceof EventTarget);
worker.onerror = (e) => console.log(e.type, e instanceof ErrorEvent, e.isTrusted);
try {
    new Worker('http://[');
} catch (error) {
    console.log(error.name);
}
try {
    new Worker();
} catch (error) {
    console.log(error.name, error.message);
}

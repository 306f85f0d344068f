window.onerror = function (message, source, line, column, error) {
    console.log(message, typeof source, typeof line, typeof column, error.name);
    return true;
};
setTimeout(() => { null.member; }, 0);
window.addEventListener('error', (event) => console.log('canceled', String(event.defaultPrevented)));
window.onerror = function (message, source, line, column, error) {
    console.log('replaced', error.name, String(arguments.length));
    return true;
};

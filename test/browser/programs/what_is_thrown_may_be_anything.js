window.onerror = (message, source, line, column, error) => {
    console.log(message, typeof error, String(error));
    return true;
};
setTimeout(() => { throw 5; }, 0);
setTimeout(() => { throw 'text'; }, 0);
setTimeout(() => { throw undefined; }, 0);

postMessage(`before: ${typeof imported}`);
importScripts('one.js', './two.js');
postMessage(`after: ${imported} ${other}`);
try {
    importScripts('not_there.js');
} catch (error) {
    postMessage(`${error.name} ${error instanceof DOMException}`);
}
try {
    importScripts('throws.js');
} catch (error) {
    postMessage(error.message);
}

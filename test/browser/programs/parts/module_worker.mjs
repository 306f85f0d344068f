import { double } from './double.mjs';
postMessage(`${typeof this} ${import.meta.url.endsWith('module_worker.mjs')}`);
try {
    importScripts('./one.js');
} catch (error) {
    postMessage(error.name);
}
onmessage = (e) => postMessage(double(e.data));

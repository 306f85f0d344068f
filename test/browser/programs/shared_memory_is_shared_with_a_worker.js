// profile: browser
// Chromium shares memory only with pages that are isolated.
const worker = new Worker(URL.createObjectURL(new Blob([`
    onmessage = ({ data }) => {
        Atomics.add(data, 0, 41);
        postMessage('added');
    };
`])));
const shared = new Int32Array(new SharedArrayBuffer(4));
shared[0] = 1;
worker.onmessage = () => console.log(shared[0]);
worker.postMessage(shared);

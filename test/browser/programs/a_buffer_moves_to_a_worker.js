const start = (text, options) => new Worker(
    URL.createObjectURL(new Blob([text])), options);
const worker = start(`
    onmessage = ({ data: { bytes, list } }) => {
        bytes[0]++;
        postMessage({ bytes, list: list.length }, [bytes.buffer]);
        postMessage(bytes.length);
    };
`);
worker.onmessage = ({ data }) => console.log(JSON.stringify(data));
const bytes = new Uint8Array([1, 2, 3]);
const list = new Map([[1, 2]]);
list.length = 7;
worker.postMessage({ bytes, list: [list, new Date(0)] }, [bytes.buffer]);
console.log(bytes.length);
try {
    worker.postMessage(() => {});
} catch (error) {
    console.log(error.name);
}

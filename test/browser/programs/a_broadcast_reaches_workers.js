const start = (text, options) => new Worker(
    URL.createObjectURL(new Blob([text])), options);
const text = `
    const channel = new BroadcastChannel('news');
    channel.onmessage = (e) => {
        if (e.data === 'ask')
            channel.postMessage('answer of ' + name);
    };
    postMessage('ready');
`;
const channel = new BroadcastChannel('news');
const answers = [];
channel.onmessage = (e) => {
    answers.push(e.data);
    if (answers.length === 2)
        console.log(answers.sort().join());
};
let ready = 0;
for (const name of ['a', 'b']) {
    start(text, { name }).onmessage = () => {
        if (++ready === 2)
            channel.postMessage('ask');
    };
}

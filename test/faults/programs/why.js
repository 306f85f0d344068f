// options: --why=2s
// A program that does not end soon: what keeps it is listed.
setInterval(() => {}, 1000).unref();
const { port1 } = new MessageChannel();
port1.ref();
setTimeout(() => {
    console.log('the end');
    port1.close();
}, 5000);

// prints: EINVAL EINVAL
// also: node18 node10
for (const name of ['SIGKILL', 'SIGSTOP']) {
    try {
        process.on(name, () => {});
    } catch (error) {
        console.log(error.code);
    }
}

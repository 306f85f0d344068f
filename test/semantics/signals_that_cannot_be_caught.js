// prints: EINVAL EINVAL
for (const name of ['SIGKILL', 'SIGSTOP']) {
    try {
        process.on(name, () => {});
    } catch (error) {
        console.log(error.code);
    }
}

for (let i = 0; i < 3; i++) {
    setTimeout(() => {
        console.log(`timer ${i}`);
        queueMicrotask(() => console.log(`microtask of timer ${i}`));
    }, 0);
}

try {
    window.postMessage(() => {}, '*');
} catch (error) {
    console.log(error.name);
}

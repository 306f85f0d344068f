setInterval(() => {}, 1000);

await new Promise((resolve) => setTimeout(resolve, 100000));
process.exit();

// A lost update: read, wait, write
let total = 0;

const later = (value, ms) => new Promise((resolve) => setTimeout(resolve, ms, value));

async function add(amount, ms) {
    total += await later(amount, ms); // total is read before the await
    console.log(`added ${amount}: ${total}`);
}

Promise.all([add(1, 3), add(2, 5)]).then(() => console.log(`total ${total}, not 3`));

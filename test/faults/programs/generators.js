// Generators and async generators: for await, return, throw, a queue of next().
let left = 0;

async function* count(to) {
    try {
        for (let i = 0; i < to; i++)
            yield i;
    } finally {
        left++;
    }
}

function* pairs(list) {
    for (const x of list)
        yield [x, x * x];
}

async function main() {
    for await (const n of count(3))
        console.log(n);
    for await (const n of count(10)) {
        if (n === 1)
            break;
    }
    const it = count(2);
    const answers = await Promise.all([it.next(), it.next(), it.next()]);
    console.log(answers.map(a => `${a.value} ${a.done}`).join());
    console.log([...pairs([1, 2, 3])].flat().join());
    for await (const x of [Promise.resolve('p'), 'q'])
        console.log(x, left);
}

main();

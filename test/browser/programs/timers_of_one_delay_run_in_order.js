for (const name of ['a', 'b', 'c', 'd'])
    setTimeout(() => console.log(name), 30);

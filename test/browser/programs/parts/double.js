onmessage = (e) => postMessage(`${name}: ${e.data * 2}`);

const worker = new Worker('./parts/double.js', { name: 'file' });
worker.onmessage = (e) => console.log(e.data);
worker.postMessage(21);

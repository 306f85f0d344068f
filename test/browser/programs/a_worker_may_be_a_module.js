const worker = new Worker('./parts/module_worker.mjs', { type: 'module' });
worker.onmessage = (e) => console.log(e.data);
worker.postMessage(20);

const worker = new Worker('./parts/imports.js');
worker.onmessage = (e) => console.log(e.data);

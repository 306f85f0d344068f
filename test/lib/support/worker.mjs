import { parentPort } from 'node:worker_threads';

await null;
parentPort.postMessage('module');

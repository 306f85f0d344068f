// Pictures and compression in WebAssembly: brotli-wasm, jsquash, resvg.
const brotli = require('brotli-wasm');
const { createHash } = require('crypto');
const fs = require('fs');
const path = require('path');
const sum = (bytes) => createHash('sha1').update(bytes).digest('hex');
(async () => {
    const text = Buffer.from('a compressible text, again and again. '.repeat(3000));
    const small = brotli.compress(text, { quality: 9 });
    console.log(small.length, sum(small), sum(brotli.decompress(small)));
    try { brotli.decompress(small.subarray(5)); } catch (error) { console.log(String(error)); }
    const { default: encode, init: initEncode } = await import('@jsquash/png/encode.js');
    const { default: decode, init: initDecode } = await import('@jsquash/png/decode.js');
    const root = path.join(process.cwd(), 'node_modules');
    const png = new WebAssembly.Module(fs.readFileSync(path.join(root, '@jsquash/png/codec/pkg/squoosh_png_bg.wasm')));
    await initEncode(png);
    await initDecode(png);
    globalThis.ImageData ??= class ImageData {
        constructor(data, width, height) { Object.assign(this, { data, width, height }); }
    };
    const data = new Uint8ClampedArray(64 * 64 * 4).map((_, i) => i * 7);
    const bytes = await encode({ data, width: 64, height: 64 });
    const back = await decode(bytes);
    console.log(bytes.byteLength, back.width, back.height, sum(back.data) === sum(data));
    const { initWasm, Resvg } = require('@resvg/resvg-wasm');
    await initWasm(fs.readFileSync(path.join(root, '@resvg/resvg-wasm/index_bg.wasm')));
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="60"><defs><linearGradient id="g"><stop offset="0" stop-color="red"/><stop offset="1" stop-color="blue"/></linearGradient></defs><rect width="70" height="50" rx="9" fill="url(#g)" transform="rotate(5)"/><circle cx="40" cy="30" r="20" fill-opacity=".5"/></svg>';
    const image = new Resvg(svg, { fitTo: { mode: 'width', value: 200 } }).render();
    console.log(image.width, image.height, sum(image.pixels), sum(image.asPng()));
})();

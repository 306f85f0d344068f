// pngjs and jimp: images that are made, written and read again.
const { PNG } = require('pngjs');
const { Jimp } = require('jimp');

const png = new PNG({ width: 4, height: 4 });
for (let i = 0; i < 64; i++) png.data[i] = i * 4;
const bytes = PNG.sync.write(png);
console.log(PNG.sync.read(bytes).data.equals(png.data));
try {
    PNG.sync.read(Buffer.concat([bytes.subarray(0, 45), Buffer.alloc(20)]));
} catch (error) {
    console.log(error.message);
}
png.pack().pipe(new PNG()).on('parsed', function () {
    console.log(this.width, this.height, this.data[5]);
});

(async () => {
    const image = new Jimp({ width: 10, height: 8, color: 0xff0000ff });
    image.resize({ w: 5, h: 4 }).greyscale().rotate(90);
    console.log(image.bitmap.width, image.bitmap.height);
    const again = await Jimp.read(await image.getBuffer('image/png'));
    console.log(again.getPixelColor(0, 0).toString(16), again.hash().length);
    const jpeg = await Jimp.read(await again.getBuffer('image/jpeg'));
    console.log(jpeg.mime, jpeg.bitmap.width);
    await Jimp.read(Buffer.from('no image')).catch((error) =>
        console.log(error.message),
    );
})();

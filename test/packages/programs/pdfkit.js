// A document as a stream.
const P = require('pdfkit');
const d = new P({ compress: false, info: { CreationDate: new Date(0), ModDate: new Date(0) } });
const ch = [];
d.on('data', (c) => ch.push(c)).on('end', () => {
    const b = Buffer.concat(ch);
    console.log(b.length, b.subarray(0, 8).toString(), /\/Type \/Page/.test(b.toString('latin1')));
});
d.fontSize(25).text('Some text ü', 100, 100);
d.addPage().moveTo(10, 10).lineTo(50, 50).stroke('red');
d.text(d.widthOfString('abc').toFixed(3));
d.end();

// xlsx and pdf-lib write, and read again.
import XLSX from 'xlsx';
import { PDFDocument, StandardFonts, rgb } from 'pdf-lib';
const ws = XLSX.utils.json_to_sheet([
    { a: 1, b: 'x', d: true },
    { a: 2.5, b: 'ü' },
]);
XLSX.utils.sheet_add_aoa(ws, [['end']], { origin: -1 });
const wb = XLSX.utils.book_new();
XLSX.utils.book_append_sheet(wb, ws, 'S');
const buf = XLSX.write(wb, { type: 'buffer', bookType: 'xlsx' });
const r = XLSX.read(buf);
console.log(
    r.SheetNames,
    XLSX.utils.sheet_to_json(r.Sheets.S),
    XLSX.utils.sheet_to_csv(r.Sheets.S),
);
console.log(XLSX.SSF.format('#,##0.00', 1234.5), XLSX.SSF.format('yyyy-mm-dd', 44000));
const p = await PDFDocument.create();
const pg = p.addPage([300, 200]);
const f = await p.embedFont(StandardFonts.Helvetica);
pg.drawText('Hello PDF', { x: 50, y: 100, size: 20, font: f, color: rgb(1, 0, 0) });
p.setTitle('T');
p.setCreationDate(new Date(0));
p.setModificationDate(new Date(0));
const b = await p.save();
console.log(b.length, Buffer.from(b.slice(0, 8)).toString('latin1').slice(0, 7));
const q = await PDFDocument.load(b);
console.log(
    q.getPageCount(),
    q.getTitle(),
    q.getPage(0).getSize(),
    f.widthOfTextAtSize('Hello', 12),
);

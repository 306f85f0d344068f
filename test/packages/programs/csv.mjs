import { parse } from 'csv-parse';
import { parse as parseSync } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import Papa from 'papaparse';
console.log(parseSync('a,b\n1,"2,3"\n', { columns: true }), stringify([[1, 'x,y']]), Papa.parse('a;b\n1;2').data);
const parser = parse('1,2\n3,4');
for await (const row of parser)
    console.log(row);

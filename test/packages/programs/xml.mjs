import { parseStringPromise, Builder } from 'xml2js';
import { XMLParser, XMLBuilder } from 'fast-xml-parser';
import * as cheerio from 'cheerio';
console.log(JSON.stringify(await parseStringPromise('<a x="1"><b>t</b><b/></a>')), new Builder({ headless: true }).buildObject({ a: { b: 1 } }));
console.log(JSON.stringify(new XMLParser({ ignoreAttributes: false }).parse('<a x="1"><b>2</b></a>')), new XMLBuilder().build({ a: [1, 2] }));
const $ = cheerio.load('<ul><li class="x">one</li><li>two</li></ul>');
console.log($('li.x').text(), $('li').length, $.html('ul'));

// parts.js - a long trace lies in the page in parts, each of them gzip in base64
// (docs/trace-format.md). They are unpacked one after the other, so that the whole
// text is never in memory at once, and the page can say how far it is.

import { TraceReader } from './trace.js';

const AHEAD = 4; // parts that are unpacked while one is read
const PART = /<script class="orrery-part"[^>]*>([A-Za-z0-9+/=\s]*)<\/script/g;

/** The parts of this page: texts in base64. */
export function partsOf(document) {
    return [...document.querySelectorAll('script.orrery-part')]
        .map((element) => element.textContent);
}

/** The same of the text of another page. */
export function partsInPage(text) {
    return [...text.matchAll(PART)].map((match) => match[1]);
}

function bytesOf(base64) {
    const letters = atob(base64.trim());
    const bytes = new Uint8Array(letters.length);
    for (let n = 0; n < letters.length; n++)
        bytes[n] = letters.charCodeAt(n);
    return bytes;
}

function unpack(base64) {
    const stream = new Blob([bytesOf(base64)]).stream()
        .pipeThrough(new DecompressionStream('gzip'));
    return new Response(stream).text();
}

/** Reads all of them; onPart(n) is called after each, and the page can paint. */
export async function readParts(parts, onPart, options) {
    const reader = new TraceReader(options);
    const texts = parts.slice(0, AHEAD).map(unpack);
    for (let n = 0; n < parts.length; n++) {
        const text = await texts.shift();
        if (n + AHEAD < parts.length)
            texts.push(unpack(parts[n + AHEAD]));
        reader.add(text);
        onPart(n + 1);
    }
    return reader.end();
}

// picture.js - a picture of a step, or an animation of some, as one SVG file that the
// page makes itself: the ring, the line that runs and the output. It has all its
// styles in it, so that it can stand in a text, in slides or in a README.

import { draw } from './dom.js';

const WIDTH = 760;
const HEIGHT = 400;
const RING = 380; // its size there
const SECONDS = 0.9; // that a step is shown
const LINES_MAX = 10; // of the output
const LETTERS_MAX = 44;
const STYLES = ['fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'stroke-linecap',
    'opacity', 'font-family', 'font-size', 'font-weight', 'letter-spacing'];

// Programs that draw SVG know few of the colours that a style sheet may have: the
// canvas mixes them.
const known = new Map();
let pixel = null;

function plainColour(colour) {
    if (colour === 'none' || known.has(colour))
        return known.get(colour) ?? colour;
    pixel ??= new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
    pixel.clearRect(0, 0, 1, 1);
    pixel.fillStyle = colour;
    pixel.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = pixel.getImageData(0, 0, 1, 1).data;
    known.set(colour, a === 255 ? `rgb(${r},${g},${b})` :
        `rgba(${r},${g},${b},${(a / 255).toFixed(2)})`);
    return known.get(colour);
}

// An element as it looks now, with its styles as attributes.
function freeze(element) {
    const style = getComputedStyle(element);
    const copy = element.cloneNode(false);
    for (const name of ['class', 'style'])
        copy.removeAttribute(name);
    for (const name of STYLES) {
        const value = style.getPropertyValue(name);
        if (value !== '' && value !== 'normal' && value !== 'auto')
            copy.setAttribute(name, name === 'fill' || name === 'stroke' ?
                plainColour(value) : value);
    }
    if (style.transform !== 'none')
        copy.setAttribute('transform', style.transform);
    for (const child of element.childNodes)
        copy.append(child.nodeType === Node.ELEMENT_NODE ? freeze(child) :
            child.cloneNode());
    return copy;
}

const colour = (name) => plainColour(getComputedStyle(document.documentElement)
    .getPropertyValue(`--${name}`).trim());

const shortLine = (text) => text.length > LETTERS_MAX ? `${text.slice(0, LETTERS_MAX - 1)}…` :
    text;

function words(y, text, fill, more = {}) {
    return draw('text', { x: RING + 24, y, fill, 'font-size': 13, ...more }, shortLine(text));
}

// A sentence has two lines.
function inTwo(text) {
    const at = text.length <= LETTERS_MAX ? -1 : text.lastIndexOf(' ', LETTERS_MAX);
    return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

// One step: what the page shows of it now. The line of the source is in ink, the
// output below it.
function frameOf({ ring, moment, place, code, output }) {
    const bold = { 'font-family': 'sans-serif', 'font-weight': 600 };
    const mono = { 'font-family': 'monospace', 'font-size': 12.5, 'xml:space': 'preserve' };
    const picture = draw('g', {},
        draw('g', { transform: `translate(${RING / 2 + 6} ${HEIGHT / 2}) ` +
            `scale(${RING / 444})` }, ...[...ring.children].map(freeze)),
        ...inTwo(moment).map((line, n) => words(34 + n * 18, line, colour('ink'), bold)),
        words(80, place, colour('muted'), mono), words(99, code, colour('accent'), mono));
    output.slice(-LINES_MAX).forEach((line, n) => picture.append(
        words(142 + n * 22, line, colour('ink'), mono)));
    return picture;
}

function wrap(frames) {
    return draw('svg', { xmlns: 'http://www.w3.org/2000/svg', width: WIDTH, height: HEIGHT,
        viewBox: `0 0 ${WIDTH} ${HEIGHT}` },
    draw('rect', { width: WIDTH, height: HEIGHT, fill: colour('paper') }), ...frames);
}

// A frame is visible for its share of the time, again and again.
function addTime(frame, n, count) {
    const times = [n / count, (n + 1) / count].map((at) => at.toFixed(5));
    frame.append(draw('animate', {
        attributeName: 'visibility', calcMode: 'discrete', repeatCount: 'indefinite',
        dur: `${(count * SECONDS).toFixed(2)}s`,
        values: n === 0 ? 'visible;hidden' : 'hidden;visible;hidden',
        keyTimes: n === 0 ? `0;${times[1]}` : `0;${times[0]};${times[1]}`,
    }));
    return frame;
}

const toText = (svg) => new XMLSerializer().serializeToString(svg);

/** The text of an SVG file. `look()` says what the page shows, `next()` goes one step
 * on and is false at the end; with `count` above 1 it is an animation. */
export function pictureOf({ look, next, count = 1 }) {
    document.body.classList.add('frozen');
    try {
        const frames = [frameOf(look())];
        while (frames.length < count && next())
            frames.push(frameOf(look()));
        return toText(wrap(frames.length === 1 ? frames : frames.map((frame, n) =>
            addTime(frame, n, frames.length))));
    } finally {
        document.body.classList.remove('frozen');
    }
}

// lesson.js - a lesson that somebody wrote as a Markdown file: pages with a text and a
// program each.
//
// A page begins at a heading (# or ##). Its first block of JavaScript is the program;
// words after `js` set how it is run: `profile=node18`, `beside=node10`, `predict`.
// What stands before the block is its task, what stands after it the explanation, which
// is shown after the reader has predicted, if he is to. Of Markdown there are
// paragraphs, lists, blocks of text, `code`, **strong** and *emphasis*; anything else is shown as it is.

import { make } from '../src/dom.js';

const FENCE = /^(`{3,}|~{3,})\s*(\S*)\s*(.*)$/;

function newPage(title) {
    return { title, before: [], after: [], code: null, settings: {} };
}

function readSettings(words) {
    const settings = {};
    for (const word of words.split(/\s+/).filter(Boolean)) {
        const [name, value = true] = word.split('=');
        settings[name] = value;
    }
    return settings;
}

// The lines of a block of code, and where it ends.
function takeBlock(lines, from, mark) {
    const end = lines.findIndex((line, n) => n > from && line.startsWith(mark));
    const to = end < 0 ? lines.length : end;
    return { text: lines.slice(from + 1, to).join('\n'), to };
}

/** The pages of a Markdown text that have a program: [{ title, before, after, code,
 * settings }]. */
export function readLesson(text) {
    const lines = text.split(/\r?\n/);
    const pages = [newPage('')];
    for (let n = 0; n < lines.length; n++) {
        const page = pages.at(-1);
        const heading = /^#{1,2}\s+(.*)$/.exec(lines[n]);
        const fence = FENCE.exec(lines[n]);
        if (heading !== null) {
            pages.push(newPage(heading[1]));
        } else if (fence !== null) {
            const block = takeBlock(lines, n, fence[1]);
            if (/^(js|javascript|mjs)$/.test(fence[2]) && page.code === null)
                Object.assign(page, { code: `${block.text}\n`,
                    settings: readSettings(fence[3]) });
            else
                (page.code === null ? page.before : page.after).push('',
                    ...block.text.split('\n').map((line) => `    ${line}`), '');
            n = block.to;
        } else {
            (page.code === null ? page.before : page.after).push(lines[n]);
        }
    }
    return pages.filter(({ code }) => code !== null);
}

// `code`, **strong**, *emphasis* and [text](address), of which the text is shown.
function inline(text) {
    const parts = text.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
        .split(/(`[^`]+`|\*\*[^*]+\*\*|\*[^*\s][^*]*\*)/);
    return parts.filter((part) => part !== '').map((part) =>
        part.startsWith('`') && part.length > 2 ? make('code', {}, part.slice(1, -1)) :
            part.startsWith('**') ? make('strong', {}, part.slice(2, -2)) :
                part.startsWith('*') && part.length > 2 ?
                    make('em', {}, part.slice(1, -1)) : part);
}

const isCode = (line) => /^( {4}|\t)/.test(line);

// Blocks are lines between empty ones; one of code goes on behind an empty line.
function blocksOf(lines) {
    const blocks = [];
    let isOpen = false;
    for (const [n, line] of lines.entries()) {
        const last = blocks.at(-1);
        if (line.trim() === '')
            isOpen &&= isCode(last[0]) && isCode(lines.slice(n).find((l) => l.trim()) ?? '');
        if (isOpen)
            last.push(line);
        else if (line.trim() !== '')
            blocks.push([line]);
        isOpen = isOpen || line.trim() !== '';
    }
    return blocks;
}

/** Elements for these lines of Markdown. */
export function showText(lines) {
    const found = [];
    for (const block of blocksOf(lines)) {
        const text = block.join('\n').trim();
        if (text.startsWith('!['))
            continue;
        if (isCode(block[0]))
            found.push(make('pre', {}, block.map((line) =>
                line.replace(/^( {4}|\t)/, '')).join('\n')));
        else if (/^[-*] /.test(text))
            found.push(make('ul', {}, ...text.split(/\n(?=[-*] )/).map((item) =>
                make('li', {}, ...inline(item.slice(2))))));
        else
            found.push(make('p', {}, ...inline(text)));
    }
    return found;
}

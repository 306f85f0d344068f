// highlight.js - a line of JavaScript in colours. A good guess, line by line: it
// does not know that it is inside of a comment or string of several lines.

import { make } from './dom.js';

const TOKEN = new RegExp([
    '(\\/\\/.*|\\/\\*.*?(?:\\*\\/|$))', // 1 comment
    '("(?:[^"\\\\]|\\\\.)*"?|\'(?:[^\'\\\\]|\\\\.)*\'?|`(?:[^`\\\\]|\\\\.)*`?)',
    '\\b(async|await|break|case|catch|class|const|continue|default|delete|do|' +
    'else|export|extends|finally|for|from|function|if|import|in|instanceof|let|' +
    'new|of|return|static|super|switch|this|throw|try|typeof|var|void|while|' +
    'with|yield|null|undefined|true|false)\\b',
    '\\b(\\d[\\w.]*)\\b',
    '([A-Za-z_$][\\w$]*)(?=\\s*\\()',
].join('|'), 'g');
const CLASSES = ['', 'comment', 'string', 'keyword', 'number', 'call'];

/** A line of JavaScript in spans by token. A good guess, line by line. */
export function highlight(line) {
    const parts = [];
    let last = 0;
    for (const match of line.matchAll(TOKEN)) {
        const kind = CLASSES[match.findIndex((text, n) => n > 0 && text)];
        if (match.index > last)
            parts.push(line.slice(last, match.index));
        parts.push(make('span', { class: `t-${kind}` }, match[0]));
        last = match.index + match[0].length;
    }
    parts.push(line.slice(last));
    return parts;
}

'use strict';
/*
 * internal/browser/html - elements from text and back, for innerHTML: tags,
 * attributes, text and the five well-known entities. Nothing is corrected.
 */

const VOID = new Set(['br', 'hr', 'img', 'input', 'link', 'meta']);
const TOKEN = /<!--[^]*?-->|<\/([\w-]+)\s*>|<([\w-]+)((?:\s+[\w:-]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+))?)*)\s*(\/?)>|[^<]+|</g;
const ATTRIBUTE = /([\w:-]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+)))?/g;
const ENTITIES = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

function decode(text) {
    return text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name) => ENTITIES[name]);
}

function encode(text, isAttribute) {
    const safe = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
        .replaceAll('>', '&gt;');
    return isAttribute ? safe.replaceAll('"', '&quot;') : safe;
}

function openElement(document, name, attributes) {
    const element = document.createElement(name);
    for (const [, key, a, b, c] of attributes.matchAll(ATTRIBUTE))
        element.setAttribute(key, decode(a ?? b ?? c ?? ''));
    return element;
}

function closeElement(open, name) {
    const at = open.findLastIndex((el) => el.localName === name.toLowerCase());
    if (at > 0)
        open.length = at;
}

/* The nodes that the text describes, children of `root`, which is in no
 * document. */
function parseInto(document, root, text) {
    const open = [root];
    for (const [all, end, begin, attributes, closed] of text.matchAll(TOKEN)) {
        if (end !== undefined) {
            closeElement(open, end);
        } else if (begin !== undefined) {
            const element = openElement(document, begin, attributes);
            open.at(-1).appendChild(element);
            if (!closed && !VOID.has(element.localName))
                open.push(element);
        } else if (!all.startsWith('<!--')) {
            open.at(-1).appendChild(document.createTextNode(decode(all)));
        }
    }
}

function serialize(node) {
    if (node.nodeType !== 1)
        return encode(node.data, false);
    const attributes = node.getAttributeNames().map((name) =>
        ` ${name}="${encode(node.getAttribute(name), true)}"`).join('');
    const start = `<${node.localName}${attributes}>`;
    return VOID.has(node.localName) ? start :
        `${start}${node.childNodes.map(serialize).join('')}</${node.localName}>`;
}

module.exports = { parseInto, serialize };

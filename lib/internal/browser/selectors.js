'use strict';
/*
 * internal/browser/selectors - what querySelector() understands: names, ids,
 * classes and attributes, one inside or directly inside of another, and lists
 * of these.
 */

const PART = /^(?:([*\w-]+)|#([\w-]+)|\.([\w-]+)|\[([\w-]+)(?:=["']?([^"'\]]*)["']?)?\])/;

function bad(text) {
    const { DOMException } = globalThis;
    return new DOMException(`'${text}' is not a valid selector.`,
                            'SyntaxError');
}

/* tag#id.class[name=value] as a list of tests. */
function parseCompound(text, whole) {
    const tests = [];
    let rest = text;
    while (rest !== '') {
        const found = PART.exec(rest);
        if (found === null)
            throw bad(whole);
        const [all, tag, id, className, name, value] = found;
        rest = rest.slice(all.length);
        if (tag !== undefined && tag !== '*')
            tests.push((el) => el.localName === tag.toLowerCase());
        else if (id !== undefined)
            tests.push((el) => el.id === id);
        else if (className !== undefined)
            tests.push((el) => el.classList.contains(className));
        else if (name !== undefined)
            tests.push((el) => value === undefined ? el.hasAttribute(name) :
                el.getAttribute(name) === value);
    }
    return (element) => tests.every((test) => test(element));
}

/* 'a > b c' from its end: [{ test, isChild }]. */
function parseChain(text, whole) {
    const words = text.trim().replace(/\s*>\s*/g, ' > ').split(/\s+/);
    const chain = [];
    let isChild = false;
    for (const word of words) {
        if (word === '>') {
            isChild = true;
            continue;
        }
        chain.unshift({ test: parseCompound(word, whole), isChild });
        isChild = false;
    }
    if (isChild || text.trim() === '')
        throw bad(whole);
    return chain;
}

function follows(element, chain, at) {
    if (!chain[at].test(element))
        return false;
    if (at === chain.length - 1)
        return true;
    for (let up = element.parentElement; up; up = up.parentElement) {
        if (follows(up, chain, at + 1))
            return true;
        if (chain[at].isChild)
            return false;
    }
    return false;
}

/* A function that says whether an element is meant. */
function parseSelector(text) {
    const chains = `${text}`.split(',').map((part) => parseChain(part, text));
    return (element) => chains.some((chain) => follows(element, chain, 0));
}

module.exports = { parseSelector };

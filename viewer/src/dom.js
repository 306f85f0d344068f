// dom.js - making elements, with no markup from text: a trace is data of a
// program, and none of it may become HTML.

import traceText from '../../lib/internal/trace/printable.js';

const SVG = 'http://www.w3.org/2000/svg';

function fill(element, attributes, children) {
    for (const name in attributes) {
        const value = attributes[name];
        if (name.startsWith('on'))
            element.addEventListener(name.slice(2), value);
        else if (value !== undefined && value !== false)
            element.setAttribute(name, value === true ? '' : value);
    }
    element.append(...children.filter((child) => child !== null &&
        child !== undefined).map((child) => typeof child === 'string' ?
        traceText.printable(child) : child));
    return element;
}

export function make(tag, attributes = {}, ...children) {
    return fill(document.createElement(tag), attributes, children);
}

export function draw(tag, attributes = {}, ...children) {
    return fill(document.createElementNS(SVG, tag), attributes, children);
}

export const byId = (id) => document.getElementById(id);

/** A CSS variable of the theme that is on, for the canvas. */
export function colours(names) {
    const style = getComputedStyle(document.documentElement);
    const found = {};
    for (const name of names)
        found[name] = style.getPropertyValue(`--${name}`).trim();
    return found;
}

/** True if the text is in the clipboard now. A page from disk may not be allowed
 * to use the clipboard but by a selection. */
export async function copyText(text) {
    try {
        await navigator.clipboard.writeText(text);
        return true;
    } catch {
        const field = make('textarea', { class: 'hidden', readonly: true });
        field.value = text;
        document.body.append(field);
        field.select();
        const isCopied = document.execCommand('copy');
        field.remove();
        return isCopied;
    }
}

const waiting = new Map();

/**
 * Call fn() before the next frame, the last one that was given for a key. What
 * asks for the layout goes here, so that a frame computes it once.
 */
export function beforeFrame(key, fn) {
    if (waiting.size === 0) {
        requestAnimationFrame(() => {
            const calls = [...waiting.values()];
            waiting.clear();
            for (const call of calls)
                call();
        });
    }
    waiting.set(key, fn);
}

/** What this browser has kept under a name, or null. A page from disk may have no
 * storage. */
export function keptItem(name) {
    try {
        return localStorage.getItem(name);
    } catch {
        return null;
    }
}

/** Keep a text for the next visit; null forgets it. */
export function keepItem(name, text) {
    try {
        if (text === null)
            localStorage.removeItem(name);
        else
            localStorage.setItem(name, text);
    } catch {
        // Without storage it lasts for this visit.
    }
}

'use strict';
/*
 * internal/browser/dom - a small document: elements, text and attributes in a
 * tree, and the events that travel in it. Nothing has a size or a look.
 */

const { USER, queueTask } = internalBinding('browser');
const {
    EventTarget, MouseEvent, defineHandlers, defineTag, dispatch, kParent,
    makeTrusted,
} = require('internal/browser/event_target');
const { record } = require('internal/browser/mutations');
/* Loaded when first used: internal/browser/html, internal/browser/selectors. */

const CLONE_NEVER = 2; // as engine_clone_mark has it

let changeList; // (parent, change): change the list of children

function domError(name, text) {
    const { DOMException } = globalThis;
    return new DOMException(text, name);
}

class Node extends EventTarget {
    #parent = null;
    #children = [];

    static {
        changeList = {
            insert(parent, node, at) {
                parent.#children.splice(at, 0, node);
                node.#parent = parent;
            },
            remove(parent, node) {
                parent.#children.splice(parent.#children.indexOf(node), 1);
                node.#parent = null;
            },
        };
    }

    get ownerDocument() { return globalThis.document; }
    get parentNode() { return this.#parent; }
    get parentElement() {
        return this.#parent?.nodeType === 1 ? this.#parent : null;
    }
    get childNodes() { return [...this.#children]; }
    get firstChild() { return this.#children[0] ?? null; }
    get lastChild() { return this.#children.at(-1) ?? null; }
    get nextSibling() { return this.#sibling(1); }
    get previousSibling() { return this.#sibling(-1); }
    get isConnected() {
        return this.#parent === null ? this.nodeType === 9 :
            this.#parent.isConnected;
    }

    #sibling(step) {
        const list = this.#parent === null ? [] : this.#parent.#children;
        return list[list.indexOf(this) + step] ?? null;
    }

    [kParent]() { return this.#parent; }
    hasChildNodes() { return this.#children.length > 0; }

    contains(other) {
        for (let at = other; at; at = at.#parent) {
            if (at === this)
                return true;
        }
        return false;
    }

    insertBefore(node, before) {
        checkInsert(this, node, before ?? null);
        insertNodes(this, node, before === node ? node.nextSibling :
            before ?? null);
        return node;
    }

    appendChild(node) { return this.insertBefore(node, null); }

    removeChild(node) {
        if (node?.parentNode !== this) {
            throw domError('NotFoundError',
                'The node to be removed is not a child of this node.');
        }
        const { nextSibling, previousSibling } = node;
        changeList.remove(this, node);
        record({ type: 'childList', target: this, removedNodes: [node],
                 previousSibling, nextSibling });
        return node;
    }

    replaceChild(node, old) {
        checkInsert(this, node, old);
        replaceNode(this, node, old);
        return old;
    }

    remove() { this.#parent?.removeChild(this); }

    before(...nodes) {
        const parent = this.#parent;
        if (parent === null)
            return;
        let last = this.previousSibling;
        while (nodes.includes(last))
            last = last.previousSibling;
        const node = toOneNode(nodes);
        parent.insertBefore(node, last === null ? parent.firstChild :
            last.nextSibling);
    }

    after(...nodes) {
        const parent = this.#parent;
        if (parent === null)
            return;
        const next = this.#nextOutside(nodes);
        parent.insertBefore(toOneNode(nodes), next);
    }

    replaceWith(...nodes) {
        const parent = this.#parent;
        if (parent === null)
            return;
        const next = this.#nextOutside(nodes);
        const node = toOneNode(nodes);
        if (this.#parent === parent)
            parent.replaceChild(node, this);
        else
            parent.insertBefore(node, next);
    }

    /* The next sibling that is not one of these. */
    #nextOutside(nodes) {
        let next = this.nextSibling;
        while (nodes.includes(next))
            next = next.nextSibling;
        return next;
    }

    append(...nodes) { this.appendChild(toOneNode(nodes)); }

    prepend(...nodes) {
        const node = toOneNode(nodes);
        this.insertBefore(node, this.firstChild);
    }

    replaceChildren(...nodes) {
        const node = toOneNode(nodes);
        checkInsert(this, node, null);
        replaceAll(this, node);
    }

    get textContent() {
        return this.#children.map((child) => child.textContent).join('');
    }

    set textContent(text) {
        replaceAll(this, `${text ?? ''}` === '' ? null : new Text(text));
    }
}

const { mark } = internalBinding('message');
mark(Node.prototype, CLONE_NEVER);

function toNode(thing) {
    return thing instanceof Node ? thing : new Text(thing);
}

/* One node for several: a fragment that has taken them from where they were. */
function toOneNode(things) {
    if (things.length === 1)
        return toNode(things[0]);
    const fragment = new DocumentFragment();
    for (const thing of things)
        fragment.appendChild(toNode(thing));
    return fragment;
}

/* Throw before anything has changed. */
function checkInsert(parent, node, before) {
    if (!(node instanceof Node))
        throw new TypeError("parameter 1 is not of type 'Node'.");
    if (node.contains(parent)) {
        throw domError('HierarchyRequestError',
                       'The new child element contains the parent.');
    }
    if (before !== null && before?.parentNode !== parent) {
        throw domError('NotFoundError', 'The node before which the new ' +
            'node is to be inserted is not a child of this node.');
    }
}

/* The nodes that are put in for this one, which have no parent then. */
function takeNodes(node) {
    if (!(node instanceof DocumentFragment)) {
        node.remove();
        return [node];
    }
    const nodes = node.childNodes;
    replaceAll(node, null);
    return nodes;
}

function putNodes(parent, nodes, before) {
    const list = parent.childNodes;
    const at = before === null ? list.length : list.indexOf(before);
    nodes.forEach((node, i) => changeList.insert(parent, node, at + i));
}

/* However many nodes there are, it is one record. */
function insertNodes(parent, node, before) {
    const addedNodes = takeNodes(node);
    if (addedNodes.length === 0)
        return;
    const previousSibling = before === null ? parent.lastChild :
        before.previousSibling;
    putNodes(parent, addedNodes, before);
    record({ type: 'childList', target: parent, addedNodes, previousSibling,
             nextSibling: before });
}

function replaceNode(parent, node, old) {
    const addedNodes = node === old ? [node] : takeNodes(node);
    const { nextSibling, previousSibling } = old;
    changeList.remove(parent, old);
    putNodes(parent, addedNodes, nextSibling);
    record({ type: 'childList', target: parent, addedNodes,
             removedNodes: [old], previousSibling, nextSibling });
}

/* All children at once, with one record; null for none. */
function replaceAll(parent, node) {
    const addedNodes = node === null ? [] : takeNodes(node);
    const removedNodes = parent.childNodes;
    if (removedNodes.length === 0 && addedNodes.length === 0)
        return;
    for (const child of removedNodes)
        changeList.remove(parent, child);
    putNodes(parent, addedNodes, null);
    record({ type: 'childList', target: parent, addedNodes, removedNodes });
}

class Text extends Node {
    #data;

    constructor(data = '') {
        super();
        this.#data = `${data}`;
    }

    get nodeType() { return 3; }
    get nodeName() { return '#text'; }
    get data() { return this.#data; }
    set data(text) {
        const oldValue = this.#data;
        this.#data = `${text ?? ''}`;
        record({ type: 'characterData', target: this, oldValue });
    }
    get nodeValue() { return this.#data; }
    set nodeValue(text) { this.data = text; }
    get textContent() { return this.#data; }
    set textContent(text) { this.data = text; }
    cloneNode() { return new Text(this.#data); }
}
defineTag(Text);

/* ---- Elements --------------------------------------------------------- */

/* Elements and documents find elements in themselves. */
function* descendants(node) {
    for (const child of node.childNodes) {
        if (child.nodeType !== 1)
            continue;
        yield child;
        yield* descendants(child);
    }
}

class ParentNode extends Node {
    get children() {
        return this.childNodes.filter((node) => node.nodeType === 1);
    }
    get firstElementChild() { return this.children[0] ?? null; }
    get lastElementChild() { return this.children.at(-1) ?? null; }
    get childElementCount() { return this.children.length; }

    querySelectorAll(selector) {
        const { parseSelector } = require('internal/browser/selectors');
        const isMeant = parseSelector(selector);
        return [...descendants(this)].filter(isMeant);
    }

    querySelector(selector) { return this.querySelectorAll(selector)[0] ?? null; }
    getElementsByTagName(name) { return this.querySelectorAll(name); }
    getElementsByClassName(names) {
        return this.querySelectorAll(`.${names.trim().split(/\s+/).join('.')}`);
    }
}

/* Its children move to where it is inserted. */
class DocumentFragment extends ParentNode {
    get nodeType() { return 11; }
    get nodeName() { return '#document-fragment'; }
}
defineTag(DocumentFragment);

class DOMTokenList {
    #element;

    constructor(element) { this.#element = element; }

    #read() { return this.#element.className.split(/\s+/).filter(Boolean); }
    #write(tokens) { this.#element.className = tokens.join(' '); }

    get length() { return this.#read().length; }
    get value() { return this.#element.className; }
    contains(token) { return this.#read().includes(`${token}`); }
    add(...tokens) { this.#write([...new Set([...this.#read(), ...tokens])]); }
    remove(...tokens) {
        this.#write(this.#read().filter((token) => !tokens.includes(token)));
    }
    toggle(token, force = !this.contains(token)) {
        if (force)
            this.add(token);
        else if (this.contains(token))
            this.remove(token);
        return force;
    }
    replace(token, other) {
        const tokens = this.#read();
        if (!tokens.includes(`${token}`))
            return false;
        this.#write([...new Set(tokens.map((t) => t === `${token}` ? `${other}` : t))]);
        return true;
    }
    item(at) { return this.#read()[at] ?? null; }
    forEach(fn, self) { this.#read().forEach((token, i) => fn.call(self, token, i, this)); }
    [Symbol.iterator]() { return this.#read()[Symbol.iterator](); }
    toString() { return this.value; }
}
defineTag(DOMTokenList);

const kebab = (name) => name.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`);

function parseStyle(text) {
    return new Map(text.split(';').filter((part) => part.includes(':'))
        .map((part) => [part.slice(0, part.indexOf(':')).trim(),
                        part.slice(part.indexOf(':') + 1).trim()]));
}

/* element.style: its members are read from and written to the attribute. */
function makeStyle(element) {
    return new Proxy({}, {
        get: (_, name) => parseStyle(element.getAttribute('style') ?? '')
            .get(kebab(String(name))) ?? '',
        set(_, name, value) {
            const style = parseStyle(element.getAttribute('style') ?? '');
            style.set(kebab(String(name)), `${value}`);
            element.setAttribute('style', [...style].map(([key, text]) =>
                `${key}: ${text};`).join(' '));
            return true;
        },
    });
}

/* element.dataset, in the same way. */
function makeDataset(element) {
    const key = (name) => `data-${kebab(String(name))}`;
    return new Proxy({}, {
        get: (_, name) => element.getAttribute(key(name)) ?? undefined,
        has: (_, name) => element.hasAttribute(key(name)),
        set(_, name, value) {
            element.setAttribute(key(name), value);
            return true;
        },
        deleteProperty(_, name) {
            element.removeAttribute(key(name));
            return true;
        },
    });
}

/* Names of attributes do not distinguish letters by their case. */
const lower = (name) => `${name}`.toLowerCase();

class Element extends ParentNode {
    #name;
    #attributes = new Map();
    #classList = new DOMTokenList(this);
    #style = makeStyle(this);
    #dataset = makeDataset(this);

    constructor(name) {
        super();
        this.#name = name;
    }

    get nodeType() { return 1; }
    get localName() { return this.#name; }
    get tagName() { return this.#name.toUpperCase(); }
    get nodeName() { return this.tagName; }
    get classList() { return this.#classList; }
    get style() { return this.#style; }
    get dataset() { return this.#dataset; }

    get nextElementSibling() { return this.#elementBeside('nextSibling'); }
    get previousElementSibling() { return this.#elementBeside('previousSibling'); }

    #elementBeside(member) {
        let at = this[member];
        while (at !== null && at.nodeType !== 1)
            at = at[member];
        return at;
    }

    get attributes() {
        return [...this.#attributes].map(([name, value]) => ({ name, value }));
    }
    getAttribute(name) { return this.#attributes.get(lower(name)) ?? null; }
    getAttributeNames() { return [...this.#attributes.keys()]; }
    hasAttribute(name) { return this.#attributes.has(lower(name)); }

    setAttribute(name, value) {
        const key = lower(name);
        const oldValue = this.getAttribute(key);
        this.#attributes.set(key, `${value}`);
        this.#recordAttribute(key, oldValue);
    }

    removeAttribute(name) {
        const key = lower(name);
        const oldValue = this.getAttribute(key);
        if (this.#attributes.delete(key))
            this.#recordAttribute(key, oldValue);
    }

    toggleAttribute(name, force = !this.hasAttribute(name)) {
        if (!force)
            this.removeAttribute(name);
        else if (!this.hasAttribute(name))
            this.setAttribute(name, '');
        return force;
    }

    #recordAttribute(name, oldValue) {
        record({ type: 'attributes', target: this, attributeName: `${name}`,
                 oldValue });
    }

    matches(selector) {
        return require('internal/browser/selectors')
            .parseSelector(selector)(this);
    }

    closest(selector) {
        for (let at = this; at; at = at.parentElement) {
            if (at.matches(selector))
                return at;
        }
        return null;
    }

    get innerHTML() {
        const { serialize } = require('internal/browser/html');
        return this.childNodes.map(serialize).join('');
    }

    set innerHTML(text) {
        const { parseInto } = require('internal/browser/html');
        const root = new Element(this.#name);
        parseInto(this.ownerDocument, root, `${text}`);
        replaceAll(this, toOneNode(root.childNodes));
    }

    get outerHTML() { return require('internal/browser/html').serialize(this); }
    get innerText() { return this.textContent; }
    set innerText(text) { this.textContent = text; }

    cloneNode(deep = false) {
        const copy = this.ownerDocument.createElement(this.#name);
        for (const [name, value] of this.#attributes)
            copy.setAttribute(name, value);
        for (const child of deep ? this.childNodes : [])
            copy.appendChild(child.cloneNode(true));
        return copy;
    }
}

/* Attributes that are members, too. */
for (const [member, name] of [['id', 'id'], ['className', 'class'],
                              ['title', 'title'], ['value', 'value'],
                              ['name', 'name'], ['href', 'href']]) {
    Object.defineProperty(Element.prototype, member, {
        get() { return this.getAttribute(name) ?? ''; },
        set(value) { this.setAttribute(name, value); },
        enumerable: true, configurable: true,
    });
}

const CLICK = { bubbles: true, cancelable: true, composed: true, detail: 1 };

/* Names of classes that are not those of their elements. */
const CLASSES = {
    __proto__: null,
    a: 'Anchor', div: 'Div', p: 'Paragraph', span: 'Span', button: 'Button',
    input: 'Input', ul: 'UList', ol: 'OList', li: 'LI', html: 'Html', head: 'Head',
    body: 'Body', form: 'Form', label: 'Label', img: 'Image', canvas: 'Canvas',
    hr: 'HR', br: 'BR', pre: 'Pre', table: 'Table', script: 'Script', style: 'Style',
};

class HTMLElement extends Element {
    get [Symbol.toStringTag]() { return `HTML${CLASSES[this.localName] ?? ''}Element`; }
    get disabled() { return this.hasAttribute('disabled'); }
    set disabled(value) { this.toggleAttribute('disabled', Boolean(value)); }
    get hidden() { return this.hasAttribute('hidden'); }
    set hidden(value) { this.toggleAttribute('hidden', Boolean(value)); }

    /* From script: the listeners run now, inside of the caller. */
    click() {
        if (!this.disabled)
            dispatch(this, new MouseEvent('click', CLICK));
    }
}

const HANDLERS = ['click', 'input', 'change', 'submit', 'focus', 'blur',
                  'keydown', 'keyup', 'mousedown', 'mouseup', 'load', 'error'];
defineHandlers(HTMLElement.prototype, HANDLERS);

/* userClick(element): as if somebody clicked; a task of its own. */
function userClick(element) {
    if (!(element instanceof Element))
        throw new TypeError('userClick: the argument must be an element');
    queueTask(() => {
        if (!element.disabled)
            dispatch(element, makeTrusted(MouseEvent, 'click', CLICK));
    }, USER);
}

/* ---- The document ----------------------------------------------------- */

let readyState = 'loading';

class Document extends ParentNode {
    get nodeType() { return 9; }
    get nodeName() { return '#document'; }
    get ownerDocument() { return null; }
    get defaultView() { return globalThis; }
    get readyState() { return readyState; }
    get hidden() { return false; }
    get visibilityState() { return 'visible'; }
    get documentElement() { return this.firstElementChild; }
    get head() { return this.documentElement.firstElementChild; }
    get body() { return this.documentElement.lastElementChild; }
    get textContent() { return null; }

    [kParent](event) { return event.type === 'load' ? null : globalThis; }
    createElement(name) {
        if (!/^[a-z_:][^\s/>\0]*$/i.test(`${name}`)) {
            throw domError('InvalidCharacterError', "Failed to execute " +
                `'createElement' on 'Document': The tag name provided ('${
                    name}') is not a valid name.`);
        }
        return new HTMLElement(lower(name));
    }
    createDocumentFragment() { return new DocumentFragment(); }
    createTextNode(text) { return new Text(text); }
    getElementById(id) {
        for (const element of descendants(this)) {
            if (element.id === `${id}`)
                return element;
        }
        return null;
    }
}
defineTag(Document, 'HTMLDocument');
defineHandlers(Document.prototype, [...HANDLERS, 'readystatechange',
                                    'DOMContentLoaded']);

function makeDocument() {
    const document = new Document();
    const html = document.appendChild(new HTMLElement('html'));
    html.appendChild(new HTMLElement('head'));
    html.appendChild(new HTMLElement('body'));
    return document;
}

module.exports = {
    DOMTokenList, Document, DocumentFragment, Element, HANDLERS, HTMLElement, Node,
    Text,
    makeDocument, userClick,
    setReadyState(value) { readyState = value; },
};

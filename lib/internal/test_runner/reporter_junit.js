'use strict';
/* internal/test_runner/reporter_junit - XML in the form of JUnit. A test with
 * subtests is a testsuite, so elements are written when the root is done. */

const { inspect } = require('internal/util/inspect');
/* Loaded when first used: os. */

function escapeAttribute(text) {
    return escapeText(String(text)).replace(/"/g, '&quot;')
        .replace(/\n/g, '&#10;');
}

function escapeText(text) {
    return text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
}

function show(node) {
    if (typeof node === 'string')
        return `${node}\n`;
    if (node.comment !== undefined) {
        const safe = node.comment.replace(/--/g, '&#45;&#45;');
        return `${'\t'.repeat(node.nesting + 1)}<!-- ${safe} -->\n`;
    }
    const indent = '\t'.repeat(node.nesting + 1);
    const attributes = Object.entries(node.attributes)
        .map(([key, value]) => `${key}="${escapeAttribute(value)}"`).join(' ');
    if (node.children.length === 0)
        return `${indent}<${node.tag} ${attributes}/>\n`;
    const inside = node.children.map((child) => typeof child === 'string' ?
        `${escapeText(child)}\n` : show(child)).join('');
    return `${indent}<${node.tag} ${attributes}>\n${inside}` +
        `${indent}</${node.tag}>\n`;
}

function countOf(node, test) {
    return node.children.filter((child) => typeof child !== 'string' &&
        child.children?.some(test)).length;
}

function finishSuite(node, duration) {
    node.tag = 'testsuite';
    Object.assign(node.attributes, {
        disabled: 0, errors: 0,
        tests: node.children.filter(({ comment }) => comment === undefined)
            .length,
        failures: countOf(node, ({ tag }) => tag === 'failure'),
        skipped: countOf(node, ({ tag }) => tag === 'skipped'),
        hostname: require('os').hostname(),
    });
    const { name, ...rest } = node.attributes;
    node.attributes = { name, time: seconds(duration), ...rest };
}

function seconds(ms) {
    return (ms / 1000).toFixed(6);
}

function makeChild(tag, nesting, attributes, children = []) {
    return { tag, nesting: nesting + 1, attributes, children };
}

function finishCase(node, type, data) {
    const { details, skip, todo, nesting, name, file } = data;
    node.tag = 'testcase';
    node.attributes = {
        name, time: seconds(details.duration_ms),
        classname: data.classname ?? 'test',
    };
    if (file !== undefined)
        node.attributes.file = file;
    if (skip !== undefined) {
        node.children.push(makeChild('skipped', nesting, {
            type: 'skipped', message: skip,
        }));
    }
    if (todo !== undefined) {
        node.children.push(makeChild('skipped', nesting, {
            type: 'todo', message: todo,
        }));
    }
    if (type === 'test:fail') {
        const { error } = details;
        node.children.push(makeChild('failure', nesting, {
            type: error?.failureType ?? error?.code,
            message: (error?.message ?? '').trim(),
        }, [inspect(error, { colors: false, breakLength: Infinity })]));
        node.attributes.failure = error?.message ?? '';
    }
}

class Tree {
    roots = [];
    #stack = [];

    start({ name, nesting }) {
        const node = { tag: '', nesting, attributes: { name }, children: [] };
        this.#parent(nesting).push(node);
        this.#stack[nesting] = node;
        this.#stack.length = nesting + 1;
    }

    #parent(nesting) {
        return nesting === 0 ? this.roots : this.#stack[nesting - 1].children;
    }

    finish(type, data) {
        const node = this.#stack[data.nesting];
        if (node.children.some(({ comment }) => comment === undefined))
            finishSuite(node, data.details.duration_ms);
        else
            finishCase(node, type, data);
        this.#stack.length = data.nesting;
    }

    note({ message, nesting }) {
        const list = nesting === 0 ? this.roots :
            this.#stack[nesting - 1]?.children ?? this.roots;
        list.push({ nesting, comment: message });
    }
}

module.exports = async function* junitReporter(source) {
    yield '<?xml version="1.0" encoding="utf-8"?>\n';
    yield '<testsuites>\n';
    const tree = new Tree();
    for await (const { type, data } of source) {
        if (type === 'test:start')
            tree.start(data);
        else if (type === 'test:pass' || type === 'test:fail')
            tree.finish(type, data);
        else if (type === 'test:diagnostic')
            tree.note(data);
    }
    for (const node of tree.roots)
        yield show(node);
    yield '</testsuites>\n';
};

'use strict';
// vm.SourceTextModule and SyntheticModule, which a flag brings.

const assert = require('assert');
const { spawnSync } = require('child_process');
const vm = require('vm');

async function testModules() {
    const context = vm.createContext({ seen: [] });
    const dependency = new vm.SyntheticModule(['default', 'x'], function() {
        this.setExport('default', 10);
        this.setExport('x', 20);
    }, { context });
    const module = new vm.SourceTextModule(
        'import d, { x } from "dependency";' +
        'seen.push(d, x, import.meta.mark);' +
        'export default d + x; export const later = await 5;', {
            context, identifier: 'some:name',
            initializeImportMeta(meta, self) {
                assert.strictEqual(self, module);
                meta.mark = 'm';
            },
        });
    assert.strictEqual(module.status, 'unlinked');
    assert.strictEqual(module.identifier, 'some:name');
    assert.deepStrictEqual(module.dependencySpecifiers, ['dependency']);
    await module.link((specifier, referrer) => {
        assert.strictEqual(specifier, 'dependency');
        assert.strictEqual(referrer, module);
        return dependency;
    });
    assert.strictEqual(module.status, 'linked');
    await module.evaluate();
    assert.strictEqual(module.status, 'evaluated');
    assert.strictEqual(module.namespace.default, 30);
    assert.strictEqual(module.namespace.later, 5);
    assert.deepStrictEqual(Array.from(context.seen), [10, 20, 'm']);
}

async function testErrors() {
    assert.throws(() => new vm.SourceTextModule('a b'), SyntaxError);
    const bad = new vm.SourceTextModule('throw new Error("bad")');
    await assert.rejects(bad.evaluate(), { code: 'ERR_VM_MODULE_STATUS' });
    await bad.link(() => {});
    await assert.rejects(bad.evaluate(), /bad/);
    assert.strictEqual(bad.status, 'errored');
    assert.strictEqual(bad.error.message, 'bad');
    const lonely = new vm.SourceTextModule('import "x"');
    await assert.rejects(lonely.link(() => ({})),
                         { code: 'ERR_VM_MODULE_NOT_MODULE' });
    assert.strictEqual(lonely.status, 'errored');
}

async function testImport() {
    const importing = new vm.SourceTextModule(
        'export const { v } = await import("x");', {
            async importModuleDynamically(specifier, referrer) {
                assert.strictEqual(referrer, importing);
                const found = new vm.SyntheticModule(['v'], () => {
                    found.setExport('v', specifier);
                });
                await found.link(() => {});
                await found.evaluate();
                return found;
            },
        });
    await importing.link(() => {});
    await importing.evaluate();
    assert.strictEqual(importing.namespace.v, 'x');
}

if (vm.SourceTextModule === undefined) {
    const { status, stderr } = spawnSync(
        process.execPath,
        ['--no-warnings', '--experimental-vm-modules', __filename]);
    assert.strictEqual(`${stderr}`, '');
    assert.strictEqual(status, 0);
} else {
    testModules().then(testErrors).then(testImport);
}

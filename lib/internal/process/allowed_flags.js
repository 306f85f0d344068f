'use strict';
/*
 * internal/process/allowed_flags - process.allowedNodeEnvironmentFlags: the
 * options of Node's that ORRERY_OPTIONS may hold. Those of another engine are
 * not among them.
 *
 * A set that nobody can change. It knows a flag by any of its spellings: with
 * underscores, with a value behind it, without the dashes.
 */

const flags = [
    '--require', '-r', '--import', '--conditions', '-C', '--input-type',
    '--unhandled-rejections', '--trace-warnings', '--no-warnings',
    '--warnings', '--trace-uncaught', '--no-deprecation', '--deprecation',
    '--throw-deprecation', '--trace-deprecation', '--pending-deprecation',
    '--stack-trace-limit', '--preserve-symlinks', '--preserve-symlinks-main',
    '--experimental-require-module', '--experimental-detect-module',
    '--async-context-frame',
];

class NodeEnvironmentFlagsSet extends Set {
    add() {
        return this;
    }

    delete() {
        return false;
    }

    clear() {}

    has(key) {
        if (typeof key !== 'string')
            return false;
        const spelt = key.replaceAll('_', '-');
        if (!spelt.startsWith('-'))
            return super.has(`--${spelt}`) || super.has(`-${spelt}`);
        return super.has(spelt.replace(/=.*$/s, ''));
    }
}

/* Not by the constructor, which would call add(). */
const allowed = new NodeEnvironmentFlagsSet();
for (const flag of flags)
    Set.prototype.add.call(allowed, flag);
Object.freeze(NodeEnvironmentFlagsSet.prototype.constructor);
Object.freeze(NodeEnvironmentFlagsSet.prototype);

module.exports = Object.freeze(allowed);

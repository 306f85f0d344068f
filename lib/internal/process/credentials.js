'use strict';
/* internal/process/credentials - who the process is: users and groups. */

const binding = internalBinding('process');
const {
    codes: { ERR_INVALID_ARG_TYPE, ERR_UNKNOWN_CREDENTIAL },
    ErrnoException,
} = require('internal/errors');
const { validateArray, validateUint32 } = require('internal/validators');
/* Loaded when first used: fs, util. */

const [UID, EUID, GID, EGID] = [2, 3, 4, 5];
const getuid = () => binding.ids()[UID];
const geteuid = () => binding.ids()[EUID];
const getgid = () => binding.ids()[GID];
const getegid = () => binding.ids()[EGID];

function validateId(id, name) {
    if (typeof id === 'number')
        validateUint32(id, name);
    else if (typeof id !== 'string')
        throw new ERR_INVALID_ARG_TYPE(name, ['number', 'string'], id);
}

/* Names are looked up where the system keeps its own. */
function readAccounts(kind) {
    const file = kind === 'User' ? '/etc/passwd' : '/etc/group';
    return require('fs').readFileSync(file, 'utf8').split('\n')
        .map((line) => line.split(':'))
        .map(([name, , id, members]) => (
            { name, id: parseInt(id, 10), members: members?.split(',') }));
}

/* NaN if it is not there. */
function findId(kind, name) {
    return readAccounts(kind).find((one) => one.name === name)?.id ?? NaN;
}

/* As the C library words it, with a positive number: these calls are older than
 * the words of the loop. */
function makeCredentialError(err, syscall) {
    const [code, text] = require('util').getSystemErrorMap().get(err);
    const words = text[0].toUpperCase() + text.slice(1);
    const error = new Error(`${code}, ${words}`);
    return Object.assign(error, { errno: -err, code, syscall });
}

function toId(kind, id) {
    if (typeof id === 'number')
        return id;
    return /^\d+$/.test(id) ? parseInt(id, 10) : findId(kind, id);
}

function makeSetter(syscall, kind, place) {
    return function(id) {
        validateId(id, 'id');
        const number = toId(kind, id);
        if (Number.isNaN(number))
            throw new ERR_UNKNOWN_CREDENTIAL(kind, id);
        const ids = [undefined, undefined, undefined, undefined];
        ids[place] = number;
        const err = binding.setIds(...ids);
        if (err < 0)
            throw makeCredentialError(err, syscall);
    };
}
const setuid = makeSetter('setuid', 'User', 0);
const seteuid = makeSetter('seteuid', 'User', 1);
const setgid = makeSetter('setgid', 'Group', 2);
const setegid = makeSetter('setegid', 'Group', 3);

function getgroups() {
    const groups = binding.groups();
    if (typeof groups === 'number')
        throw new ErrnoException(groups, 'getgroups');
    const gid = getegid();
    return groups.includes(gid) ? groups : [...groups, gid];
}

function setgroups(groups) {
    validateArray(groups, 'groups');
    /* each is read once: those of a proxy may change */
    const list = [];
    for (let i = 0; i < groups.length; i++) {
        const group = groups[i];
        validateId(group, `groups[${i}]`);
        list.push(group);
    }
    const numbers = list.map((group) => {
        const number = toId('Group', group);
        if (Number.isNaN(number))
            throw new ERR_UNKNOWN_CREDENTIAL('Group', group);
        return number;
    });
    const err = binding.setGroups(numbers);
    if (err < 0)
        throw new ErrnoException(err, 'setgroups');
}

function findUser(user) {
    return typeof user === 'string' ? user :
        readAccounts('User').find(({ id }) => id === user)?.name;
}

/* All groups that the user is in, and one more. */
function initgroups(user, extraGroup) {
    validateId(user, 'user');
    validateId(extraGroup, 'extraGroup');
    const name = findUser(user);
    if (name === undefined)
        throw new ERR_UNKNOWN_CREDENTIAL('User', user);
    const extra = toId('Group', extraGroup);
    if (Number.isNaN(extra))
        throw new ERR_UNKNOWN_CREDENTIAL('Group', extraGroup);
    const groups = readAccounts('Group')
        .filter(({ members }) => members?.includes(name))
        .map(({ id }) => id);
    const err = binding.setGroups([...new Set([extra, ...groups])]);
    if (err < 0)
        throw makeCredentialError(err, 'initgroups');
}

module.exports = {
    getegid,
    geteuid,
    getgid,
    getgroups,
    getuid,
    initgroups,
    setegid,
    seteuid,
    setgid,
    setgroups,
    setuid,
};

'use strict';
/*
 * internal/dns/errors - the names of c-ares' errors, in the order of their
 * numbers; the first one is 1.
 */

const names = [
    'NODATA', 'FORMERR', 'SERVFAIL', 'NOTFOUND', 'NOTIMP', 'REFUSED',
    'BADQUERY', 'BADNAME', 'BADFAMILY', 'BADRESP', 'CONNREFUSED', 'TIMEOUT',
    'EOF', 'FILE', 'NOMEM', 'DESTRUCTION', 'BADSTR', 'BADFLAGS', 'NONAME',
    'BADHINTS', 'NOTINITIALIZED', 'LOADIPHLPAPI', 'ADDRGETNETWORKPARAMS',
    'CANCELLED', 'SERVICE', 'NOSERVER',
];

function codeOf(name) {
    return name === 'EOF' ? name : `E${name}`;
}

/* What dns exports: { NODATA: 'ENODATA', ... }. */
const errorCodes = {};
for (const name of names.slice(0, 24))
    errorCodes[name] = codeOf(name);

function codeOfStatus(status) {
    return codeOf(names[status - 1] ?? 'SERVFAIL');
}

module.exports = { codeOfStatus, errorCodes };

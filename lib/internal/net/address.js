'use strict';
/*
 * internal/net/address - is a text an IP address, and of which family?
 */

const { parseFamily } = internalBinding('stream');

function isIP(input) {
    return parseFamily(`${input}`);
}

module.exports = {
    isIP,
    isIPv4: (input) => isIP(input) === 4,
    isIPv6: (input) => isIP(input) === 6,
};

'use strict';
/*
 * internal/net/address - is a text an IP address, and of which family?
 */

const { parseFamily } = internalBinding('stream');

const zonePattern = /^[0-9a-zA-Z\-.:]+$/;

/* The zone of an IPv6 address may be of an interface that is not there. */
function isIP(input) {
    const text = `${input}`;
    const at = text.indexOf('%');
    if (at === -1)
        return parseFamily(text);
    const isAddress = zonePattern.test(text.slice(at + 1)) &&
        parseFamily(text.slice(0, at)) === 6;
    return isAddress ? 6 : 0;
}

module.exports = {
    isIP,
    isIPv4: (input) => isIP(input) === 4,
    isIPv6: (input) => isIP(input) === 6,
};

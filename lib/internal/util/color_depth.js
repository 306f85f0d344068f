'use strict';
/*
 * internal/util/color_depth - how many colours there are to write with: what
 * the environment says, by the variables that Node heeds, in its order.
 */

/* By their names in TERM; 4 if it only has the look of one. */
const terminals = {
    '__proto__': null,
    'eterm': 4, 'cons25': 4, 'console': 4, 'cygwin': 4, 'dtterm': 4,
    'gnome': 4, 'hurd': 4, 'jfbterm': 4, 'konsole': 4, 'kterm': 4,
    'mlterm': 4, 'mosh': 24, 'putty': 4, 'rxvt-unicode-24bit': 24, 'st': 4,
    'terminator': 24, 'xterm-kitty': 24,
};
const looksColored =
    /ansi|color|linux|direct|^(con\d*x\d|rxvt|screen|xterm|vt100|vt220)/;

const ciServices = {
    '__proto__': null,
    'APPVEYOR': 8, 'BUILDKITE': 8, 'CIRCLECI': 24, 'DRONE': 8,
    'GITEA_ACTIONS': 24, 'GITHUB_ACTIONS': 24, 'GITLAB_CI': 8, 'TRAVIS': 8,
};

let isWarned = false;

/* Once: FORCE_COLOR is stronger than those that say no. */
function warnOfIgnored(env) {
    const ignored = ['NODE_DISABLE_COLORS', 'NO_COLOR']
        .filter((name) => isSet(env[name]));
    if (ignored.length === 0 || isWarned)
        return;
    isWarned = true;
    process.emitWarning(`The '${ignored.join("' and '")}' env is ignored due ` +
        "to the 'FORCE_COLOR' env being set.", 'Warning');
}

function isSet(value) {
    return value !== undefined && value !== '';
}

function forcedDepth(env) {
    switch (env.FORCE_COLOR) {
    case '':
    case '1':
    case 'true':
        warnOfIgnored(env);
        return 4;
    case '2':
        warnOfIgnored(env);
        return 8;
    case '3':
        warnOfIgnored(env);
        return 24;
    default:
        return 1;
    }
}

function ciDepth(env) {
    const service = Object.keys(ciServices).find((name) => name in env);
    if (service !== undefined)
        return ciServices[service];
    return env.CI_NAME === 'codeship' ? 8 : 1;
}

function programDepth(env) {
    switch (env.TERM_PROGRAM) {
    case 'iTerm.app':
        return /^[0-2]\./.test(env.TERM_PROGRAM_VERSION ?? '0.') ? 8 : 24;
    case 'HyperTerm':
    case 'MacTerm':
        return 24;
    case 'Apple_Terminal':
        return 8;
    default:
        return undefined;
    }
}

function termDepth(env) {
    if (env.COLORTERM === 'truecolor' || env.COLORTERM === '24bit')
        return 24;
    if (/truecolor/.test(env.TERM))
        return 24;
    if (/^xterm-256/.test(env.TERM))
        return 8;
    const term = (env.TERM ?? '').toLowerCase();
    if (term in terminals)
        return terminals[term];
    return looksColored.test(term) || isSet(env.COLORTERM) ? 4 : 1;
}

/* Bits of a colour: 1, 4, 8 or 24. */
function getColorDepth(env = process.env) {
    if (env.FORCE_COLOR !== undefined)
        return forcedDepth(env);
    if (isSet(env.NODE_DISABLE_COLORS) || isSet(env.NO_COLOR) ||
        env.TERM === 'dumb')
        return 1;
    if (env.TMUX)
        return 24;
    if (env.TF_BUILD !== undefined && env.AGENT_NAME !== undefined)
        return 4;
    if (env.CI !== undefined)
        return ciDepth(env);
    if (env.TEAMCITY_VERSION !== undefined)
        return /^(9\.0*[1-9]\d*\.|\d{2,}\.)/.test(env.TEAMCITY_VERSION) ? 4 : 1;
    return programDepth(env) ?? termDepth(env);
}

/* Whether what is written to this stream should have colours. */
function shouldColorize(stream) {
    if (process.env.FORCE_COLOR !== undefined)
        return getColorDepth() > 2;
    return !!stream?.isTTY && (typeof stream.getColorDepth === 'function' ?
        stream.getColorDepth() > 2 : true);
}

module.exports = { getColorDepth, shouldColorize };

// choices.js - what else could have happened at a choice of the simulator, and the
// command that makes it happen.

import { optionWords } from './words.js';

const CHOICES = {
    effect: 'which operation takes effect first', deliver: 'which is reported first',
    post: 'which leaves its thread first',
    chunk: 'how many bytes a read gets', short: 'how many bytes a write takes',
    order: 'the order of directory entries', clock: 'how far the clock goes on',
    thread: 'which thread has the next turn', fault: 'what fails',
};

/** What was decided at a choice: { question, options, taken }. */
export function choiceOf(model, event) {
    return {
        question: CHOICES[event.kind] ?? event.kind, taken: event.k,
        options: Array.from({ length: event.n }, (_, k) => optionWords(model, event, k)),
    };
}

const quoted = (word) => /^[\w@%+=:,./-]+$/.test(word) ? word :
    `'${word.replaceAll("'", "'\\''")}'`;

/** The command that repeats this run of the simulator. */
export function commandOf({ argv = [], profile = 'node', seed = 0, seeded, order }) {
    if (order !== undefined)
        return replayCommand({ argv, profile }, order);
    return ['orrery', 'trace', '--backend', 'sim',
        ...(seeded || seed !== 0 ? ['--seed', String(seed)] : []),
        ...(profile === 'node' ? [] : ['--profile', profile]), '-o', 'again.html',
        ...argv.map(quoted)].join(' ');
}

function replayCommand({ argv = [] }, order) {
    return ['orrery', 'replay', quoted(order), ...argv.map(quoted)].join(' ');
}

/** The options that were not taken and that an order leads to: [{ k, command }]. */
export function otherWays(header, event) {
    return (event.opts ?? []).flatMap((option, k) => k === event.k ||
        typeof option.order !== 'string' ? [] :
        [{ k, command: replayCommand(header, option.order) }]);
}

/** What is said at a diamond: the question, and what could have been. */
export function choiceTip(model, event) {
    const { question, options, taken } = choiceOf(model, event);
    const lines = options.slice(0, 12).map((text, k) => `${k === taken ? '●' : '○'} ${text}`);
    const ways = otherWays(model.header, event);
    return [`The simulator decides ${question}:`, ...lines,
        ...(ways.length > 0 ? ['A click copies the command of the other way.'] : [])]
        .join('\n');
}

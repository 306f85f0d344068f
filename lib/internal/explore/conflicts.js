'use strict';

/*
 * internal/explore/conflicts - which operations touch the same thing.
 *
 * Two operations conflict if what they lead to touches the same variable, property or
 * path, at least one of them writes it, and neither leads to the other. The usual run
 * has recorded what each callback touched; an operation leads to its own callbacks and
 * to all that they have asked for.
 *
 *     A: readFile ──> cb writes `shown` (a.js:5)  ┐ a conflict: swap them, and the
 *     B: readFile ──> cb writes `shown` (a.js:5)  ┘ other value stays
 */

const KNOWN_MAX = 200000; // pairs whose answer is kept
const RANKED_MAX = 400; // operations: all pairs of more would take longer than runs do
const RANK_WORK = 1000000; // keys that may be looked up for that, about a second

// A path conflicts with itself, with its folder and with what is in it: making a file
// changes its folder.
function pathKeys(path, isWrite) {
    const plain = path.replace(/\/+$/, '');
    return isWrite ? [plain, plain.slice(0, plain.lastIndexOf('/'))] : [plain];
}

function keysOf(access) {
    if (access.key === '*') // any file: nobody knows which
        return [];
    if (access.isPath)
        return pathKeys(access.key, access.isWrite).map((key) => `path ${key}`);
    return access.key === '0' ? [access.thing] :
        [`${access.thing} ${access.key}`, access.thing];
}

// What explains least: a property of `process`, a package's own affairs. The program's own
// variables explain most, then paths, then what a callback does to a file at once.
function costOf({ isPath, isNow, name, place }) {
    if (/^process\b/.test(name))
        return 100;
    const isForeign = /(^|\/)node_modules\//.test(place);
    return isPath ? (isNow ? 3 : 2) : isForeign ? 10 : 1;
}

// Is one of the numbers, which are in order, that of a thing or of what it leads to?
function hasIn(numbers, { enter, leave }) {
    let [low, high] = [0, numbers.length];
    while (low < high) {
        const middle = (low + high) >>> 1;
        if (numbers[middle] < enter)
            low = middle + 1;
        else
            high = middle;
    }
    return numbers[low] < leave; // not if there is none
}

class Conflicts {
    constructor(base) {
        this.base = base;
        this.byKey = new Map(); // key -> accesses
        this.own = new Map(); // thing -> keys that its own callbacks touch
        this.places = new Map(); // key -> where it is touched, see placesOf()
        base.numberedThings(); // the intervals below need the numbers
        for (const access of base.accesses)
            this.add(access);
        this.known = new Map();
        this.work = 0; // keys that were looked up
    }

    add(access) {
        const keys = keysOf(access);
        if (!this.own.has(access.by))
            this.own.set(access.by, new Map());
        const own = this.own.get(access.by);
        for (const key of access.isPath ? keys : keys.slice(0, 1)) {
            if (!this.byKey.has(key))
                this.byKey.set(key, []);
            this.byKey.get(key).push(access);
            own.set(key, (own.get(key) ?? false) || access.isWrite);
        }
    }

    // Where in the tree of origins a key is touched, and where it is written: the numbers
    // of the things, in order. A thing and all that it leads to are an interval of them;
    // the keys of each such interval would not fit into memory.
    placesOf(key) {
        let places = this.places.get(key);
        if (places === undefined) {
            const list = this.byKey.get(key);
            const numbers = (some) => Uint32Array.from(some, ({ by }) => by.enter).sort();
            places = { all: numbers(list), writes: numbers(list.filter((one) => one.isWrite)) };
            this.places.set(key, places);
        }
        return places;
    }

    // How many keys a thing and all that it leads to touch, each as often as it is.
    weightOf({ enter, leave }) {
        if (this.weights === undefined) {
            this.weights = [0];
            for (const thing of this.base.numberedThings())
                this.weights.push(this.weights.at(-1) + (this.own.get(thing)?.size ?? 0));
        }
        return this.weights[leave] - this.weights[enter];
    }

    // The keys that two operations conflict in.
    *keysOf(a, b) {
        if (a.what === 'main' || b.what === 'main')
            return;
        const [few, many] = this.weightOf(a) < this.weightOf(b) ? [a, b] : [b, a];
        const found = new Set();
        for (const one of this.base.ledToBy(few)) {
            for (const key of this.own.get(one)?.keys() ?? []) {
                this.work++;
                const { all, writes } = this.placesOf(key);
                if (hasIn(all, many) && (hasIn(writes, many) || hasIn(writes, few)) &&
                    !found.has(key)) {
                    found.add(key);
                    yield key;
                }
            }
        }
    }

    conflict(a, b) {
        if (this.base.leadsTo(a, b) || this.base.leadsTo(b, a))
            return false;
        const pair = Number(a.id) < Number(b.id) ? `${a.id} ${b.id}` : `${b.id} ${a.id}`;
        let answer = this.known.get(pair);
        if (answer === undefined) {
            answer = !this.keysOf(a, b).next().done;
            if (this.known.size >= KNOWN_MAX)
                this.known.clear();
            this.known.set(pair, answer);
        }
        return answer;
    }

    // All accesses by what they are about, and how well that explains a failure.
    *lists() {
        for (const [key, list] of this.byKey) {
            const isFolder = list.every(({ isPath, key: path }) =>
                isPath && key !== `path ${path.replace(/\/+$/, '')}`);
            const cost = list.reduce((min, one) => Math.min(min, costOf(one)), Infinity);
            yield { cost: cost + (isFolder ? 5 : 0), list };
        }
    }

    accessesOf(key, a, b) {
        const list = this.byKey.get(key);
        const of = (thing) => {
            const own = list.filter(({ by }) => this.base.leadsTo(thing, by));
            return own.find(({ isWrite }) => isWrite) ?? own[0];
        };
        return [of(a), of(b)];
    }

    // The two accesses that explain it best: of callbacks that `a` and `b` lead to.
    explain(a, b) {
        let best;
        let min = Infinity;
        for (const key of this.keysOf(a, b)) {
            const pair = this.accessesOf(key, a, b);
            if (pair[0] === undefined || pair[1] === undefined)
                continue;
            const cost = costOf(pair[0]) + costOf(pair[1]);
            if (cost < min)
                [best, min] = [pair, cost];
        }
        return best;
    }
}

// Operations that conflict with another come first, and among them the ones that write
// what others read; the rest in their order.
function rankBy(base, conflicts) {
    const weight = new Map();
    const rank = (list) => {
        if (list.length > RANKED_MAX)
            return list;
        for (const a of list) {
            if (conflicts.work() > RANK_WORK)
                break;
            weight.set(a, list.some((b) => conflicts(a, b)) ? 1 : 0);
        }
        return [...list].sort((a, b) =>
            (weight.get(b) ?? 0) - (weight.get(a) ?? 0) || Number(a.id) - Number(b.id));
    };
    rank.isFirst = (thing) => weight.get(thing) === 1;
    return rank;
}

function conflictsIn(base) {
    const all = new Conflicts(base);
    const conflicts = (a, b) => all.conflict(a, b);
    conflicts.work = () => all.work;
    conflicts.explain = (a, b) => all.explain(a, b);
    conflicts.lists = () => all.lists();
    return conflicts;
}

module.exports = { rankBy, conflictsIn };

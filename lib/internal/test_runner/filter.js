'use strict';
/*
 * internal/test_runner/filter - which tests run with --test-only,
 * --test-name-pattern, --test-skip-pattern and tags. A suite runs if a test in it
 * does.
 */

class Filter {
    constructor({ only, byOnly, namePatterns, skipPatterns,
                  tagFilters = null }) {
        this.only = only || byOnly;
        this.isOnlyGiven = only;
        this.names = namePatterns ?? null;
        this.skips = skipPatterns ?? null;
        this.tags = tagFilters;
    }

    /* Notes at creation what parents must know when they start. */
    add(test) {
        test.isUnnamed = this.isUnnamed(test);
        if (!test.isUnnamed) {
            for (let at = test.parent; at?.isUnnamed; at = at.parent)
                at.isUnnamed = false;
        }
        if (!this.only || !test.only)
            return;
        test.parent.runOnlySubtests = true;
        for (let at = test.parent; at !== null; at = at.parent)
            at.hasOnlyTests = true;
    }

    isUnnamed(test) {
        if (this.names !== null && !matches(test, this.names))
            return true;
        if (this.skips !== null && matches(test, this.skips))
            return true;
        return this.tags !== null &&
            !this.tags.every((tag) => test.tags.includes(tag));
    }

    excludes(test) {
        if (test.error !== null)
            return false;
        if (test.isUnnamed)
            return true;
        if (!this.only || test.only || test.hasOnlyTests)
            return false;
        const { parent } = test;
        return parent.runOnlySubtests || parent.hasOnlyTests ||
            (this.isOnlyGiven && parent.parent === null) ||
            test.only === false;
    }
}

/* By its own name or with those of its parents in front. A test of a suite
 * that matches runs too. */
function matches(test, patterns) {
    const names = [];
    for (let at = test; at.parent !== null; at = at.parent)
        names.unshift(at.name);
    const all = names.join(' ');
    return patterns.some((pattern) =>
        pattern.test(all) || names.some((name) => pattern.test(name)));
}

module.exports = { Filter };

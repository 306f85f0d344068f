// bisect.js - the one binary search of the page.

/** The first n below `length` for which isBefore(n) is false, or `length`. */
export function bisect(length, isBefore) {
    let low = 0;
    let high = length;
    while (low < high) {
        const middle = (low + high) >> 1;
        if (isBefore(middle))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

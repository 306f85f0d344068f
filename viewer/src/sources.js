// sources.js - lines and words of the program's source texts.

const split = new WeakMap();

// The word of the program at a place: setTimeout, await, then, readFile.
export function wordAt(model, loc) {
    return model.reading.place(loc)?.name ?? '';
}

export function sourceLine(model, file, number) {
    const lines = sourceLines(model, file);
    return lines ? lines[number - 1] ?? '' : '';
}

/** The lines of a file, or null if the trace does not have it. */
export function sourceLines(model, file) {
    let known = split.get(model.sources);
    if (known === undefined)
        split.set(model.sources, known = new Map());
    if (!known.has(file)) {
        const text = model.sources.get(file);
        known.set(file, text === undefined ? null : text.split(/\r?\n/));
    }
    return known.get(file);
}

/** Sources were added after the trace was loaded. */
export function forgetLines(model) {
    split.delete(model.sources);
}


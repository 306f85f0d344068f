'use strict';
/* internal/blob/file - File: a Blob with a name and a date. */

const { codes } = require('internal/errors');
const { Blob, kMake, showBlob } = require('internal/blob/blob');
const { customInspectSymbol, defineEnumerable, defineTag } =
    require('internal/util');
const { kClone } = require('internal/worker/js_transferable');

const DateNow = Date.now;

class File extends Blob {
    #name;
    #lastModified;

    constructor(fileBits, fileName, options = {}) {
        if (arguments.length < 2)
            throw new codes.ERR_MISSING_ARGS('fileBits', 'fileName');
        super(fileBits, options);
        if (fileBits === kMake) {
            this.#name = fileName;
            this.#lastModified = options.lastModified;
            return;
        }
        const { lastModified } = options ?? {};
        this.#lastModified = lastModified === undefined ? DateNow()
                                                        : +lastModified || 0;
        this.#name = `${fileName}`.toWellFormed();
    }

    static isFile(value) {
        return value !== null && typeof value === 'object' && #name in value;
    }

    get name() {
        if (!isFile(this))
            throw new codes.ERR_INVALID_THIS('File');
        return this.#name;
    }

    get lastModified() {
        if (!isFile(this))
            throw new codes.ERR_INVALID_THIS('File');
        return this.#lastModified;
    }

    [customInspectSymbol](depth, options) {
        return showBlob('File', {
            size: this.size, type: this.type, name: this.#name,
            lastModified: this.#lastModified,
        }, depth, options);
    }

    [kClone]() {
        const { data } = super[kClone]();
        return {
            data: { ...data, name: this.#name,
                    lastModified: this.#lastModified },
            deserializeInfo: 'internal/blob/file:deserializeFile',
        };
    }
}

/* No program sees it. */
const { isFile } = File;
delete File.isFile;

defineEnumerable(File.prototype, ['name', 'lastModified']);
defineTag(File.prototype, 'File');

function deserializeFile(data) {
    return new File(kMake, data.name, data);
}

module.exports = { File, deserializeFile, isFile };

'use strict';
/* internal/process/directory - process.cwd(), chdir() and umask(). Each start asks
 * for the folder that it is in, so what is here is small. */

const binding = internalBinding('process');
const { UVException, codes } = require('internal/errors');
const { validateString, validateUint32 } = require('internal/validators');

function cwd() {
    const path = binding.cwd();
    if (typeof path === 'number') {
        throw new UVException({
            errno: path, syscall: 'uv_cwd',
            message: path === -2 ?
                'process.cwd failed with error no such file or directory, ' +
                'the current working directory was likely removed without ' +
                'changing the working directory' : undefined,
        });
    }
    return path;
}

function chdir(directory) {
    validateString(directory, 'directory');
    void process.argv; // its script is found from here
    const err = binding.chdir(directory);
    if (err < 0) {
        throw new UVException({ errno: err, syscall: 'chdir',
                                path: process.cwd(), dest: directory });
    }
}

function parseMode(value) {
    if (typeof value === 'string') {
        if (!/^[0-7]+$/.test(value)) {
            throw new codes.ERR_INVALID_ARG_VALUE(
                'mask', value,
                'must be a 32-bit unsigned integer or an octal string');
        }
        return parseInt(value, 8);
    }
    validateUint32(value ?? undefined, 'mask'); /* null is shown as that */
    return value;
}

function umask(mask) {
    return mask === undefined ? binding.umask() :
        binding.umask(parseMode(mask));
}

module.exports = {
    chdir,
    cwd,
    umask,
};

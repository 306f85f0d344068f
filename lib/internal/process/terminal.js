'use strict';
/* internal/process/terminal - tty.WriteStream, which is process.stdout and
 * process.stderr on a terminal: it has a size and can show more than text. */

const { Socket } = require('internal/process/output_pipe');
const { codes } = require('internal/errors');
const binding = internalBinding('stdio');
/* Loaded when first used: fs, internal/util/color_depth. */

class WriteStream extends Socket {
    constructor(fd) {
        if (fd >> 0 !== fd || fd < 0)
            throw new codes.ERR_INVALID_FD(fd);
        if (binding.fdType(fd) !== 'TTY') {
            throw new codes.ERR_TTY_INIT_FAILED({
                errno: -22, code: 'EINVAL', message: 'invalid argument',
                syscall: 'uv_tty_init',
            });
        }
        super(fd, { readable: true });
        const size = binding.windowSize(fd);
        if (size !== undefined)
            [this.columns, this.rows] = size;
    }

    _refreshSize() {
        const [columns, rows] = binding.windowSize(this.fd) ??
            [this.columns, this.rows];
        if (columns === this.columns && rows === this.rows)
            return;
        this.columns = columns;
        this.rows = rows;
        this.emit('resize');
    }

    /* Closes terminals that a program opened; standard streams stay open. */
    _destroy(error, callback) {
        if (this.fd > 2)
            require('fs').close(this.fd, () => callback(error));
        else
            callback(error);
    }

    getWindowSize() { return [this.columns, this.rows]; }

    getColorDepth(env = process.env) {
        return require('internal/util/color_depth').getColorDepth(env);
    }

    hasColors(count, env) {
        if (typeof count === 'object') {
            env = count;
            count = 16;
        }
        return (count ?? 16) <= 2 ** this.getColorDepth(env);
    }

    cursorTo(x, y, callback) {
        const text = typeof y === 'number' ? `\x1b[${y + 1};${x + 1}H` :
            `\x1b[${x + 1}G`;
        return this.write(text, typeof y === 'function' ? y : callback);
    }

    moveCursor(dx, dy, callback) {
        let text = '';
        if (dx !== 0)
            text += dx < 0 ? `\x1b[${-dx}D` : `\x1b[${dx}C`;
        if (dy !== 0)
            text += dy < 0 ? `\x1b[${-dy}A` : `\x1b[${dy}B`;
        return this.write(text, callback);
    }

    clearLine(direction, callback) {
        const what = direction < 0 ? 1 : direction > 0 ? 0 : 2;
        return this.write(`\x1b[${what}K`, callback);
    }

    clearScreenDown(callback) {
        return this.write('\x1b[0J', callback);
    }
}

WriteStream.prototype.isTTY = true;

module.exports = { WriteStream };

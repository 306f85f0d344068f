'use strict';
/*
 * path: each case is what Node 24 answers.
 * Both families run everywhere; neither asks the disk.
 */

const path = require('path');
const { check, finish } = require('./support/check.js');

check(() => path.posix.normalize(""),
      '.');
check(() => path.posix.normalize('/'),
      '/');
check(() => path.posix.normalize('.'),
      '.');
check(() => path.posix.normalize('a/b/../c'),
      'a/c');
check(() => path.posix.normalize('/a//b/./c/'),
      '/a/b/c/');
check(() => path.posix.normalize('../../a'),
      '../../a');
check(() => path.posix.normalize('/../a'),
      '/a');
check(() => path.posix.normalize('a/..'),
      '.');
check(() => path.posix.normalize('./'),
      './');
check(() => path.posix.join('a', '..', 'b'),
      'b');
check(() => path.posix.join('', ''),
      '.');
check(() => path.posix.join('/a', '../..', 'b'),
      '/b');
check(() => path.posix.join('a', '/b'),
      'a/b');
check(() => path.posix.resolve('/a', 'b', '../c'),
      '/a/c');
check(() => path.posix.resolve('/a', '/b'),
      '/b');
check(() => path.posix.relative('/a/b/c', '/a/d'),
      '../../d');
check(() => path.posix.relative('/a', '/a'),
      '');
check(() => path.posix.relative('/', '/x/y'),
      'x/y');
check(() => path.posix.dirname('/a/b'),
      '/a');
check(() => path.posix.dirname('/a'),
      '/');
check(() => path.posix.dirname('a'),
      '.');
check(() => path.posix.dirname(''),
      '.');
check(() => path.posix.dirname('/a/b/'),
      '/a');
check(() => path.posix.dirname('//a'),
      '//');
check(() => path.posix.basename('/a/b.html', '.html'),
      'b');
check(() => path.posix.basename('/a/b/'),
      'b');
check(() => path.posix.basename('b.html', 'b.html'),
      '');
check(() => path.posix.basename(''),
      '');
check(() => path.posix.basename('/'),
      '');
check(() => path.posix.extname('a.b.c'),
      '.c');
check(() => path.posix.extname('.x'),
      '');
check(() => path.posix.extname('a.'),
      '.');
check(() => path.posix.extname('a/.b'),
      '');
check(() => path.posix.extname('..'),
      '');
check(() => path.posix.extname('x/..'),
      '');
check(() => path.posix.parse('/users/u/file.txt'),
      '{"root":"/","dir":"/users/u","base":"file.txt","ext":".txt","' +
        'name":"file"}');
check(() => path.posix.parse('./a'),
      '{"root":"","dir":".","base":"a","ext":"","name":"a"}');
check(() => path.posix.parse(''),
      '{"root":"","dir":"","base":"","ext":"","name":""}');
check(() => path.posix.format({ dir: '/a', name: 'b', ext: 'c' }),
      '/a/b.c');
check(() => path.posix.format({ root: '/', base: 'x' }),
      '/x');
check(() => path.posix.isAbsolute('/a'),
      'true');
check(() => path.posix.isAbsolute(''),
      'false');
check(() => path.posix.sep + path.posix.delimiter,
      '/:');
check(() => path.win32.normalize('C:\\a\\..\\b'),
      'C:\\b');
check(() => path.win32.normalize('C:/a/./b/'),
      'C:\\a\\b\\');
check(() => path.win32.normalize('\\\\server\\share\\x\\..'),
      '\\\\server\\share\\');
check(() => path.win32.normalize('C:'),
      'C:.');
check(() => path.win32.normalize('C:..\\a'),
      'C:..\\a');
check(() => path.win32.normalize('/a/b'),
      '\\a\\b');
check(() => path.win32.join('C:', 'a'),
      'C:\\a');
check(() => path.win32.join('//a', 'b', 'c'),
      '\\\\a\\b\\c');
check(() => path.win32.resolve('C:\\a', '..', 'b'),
      'C:\\b');
check(() => path.win32.resolve('C:\\a', 'D:\\b'),
      'D:\\b');
check(() => path.win32.relative('C:\\a\\b', 'C:\\a\\c'),
      '..\\c');
check(() => path.win32.relative('C:\\a', 'D:\\b'),
      'D:\\b');
check(() => path.win32.dirname('C:\\a\\b'),
      'C:\\a');
check(() => path.win32.dirname('C:\\'),
      'C:\\');
check(() => path.win32.basename('C:\\a\\b.txt', '.txt'),
      'b');
check(() => path.win32.parse('C:\\a\\b.txt'),
      '{"root":"C:\\\\","dir":"C:\\\\a","base":"b.txt","ext":".txt"' +
        ',"name":"b"}');
check(() => path.win32.parse('\\\\s\\h\\x'),
      '{"root":"\\\\\\\\s\\\\h\\\\","dir":"\\\\\\\\s\\\\h\\\\","bas' +
        'e":"x","ext":"","name":"x"}');
check(() => path.win32.isAbsolute('C:/'),
      'true');
check(() => path.win32.isAbsolute('C:'),
      'false');
check(() => path.win32.toNamespacedPath('C:\\a'),
      '\\\\?\\C:\\a');
check(() => path.join(1),
      'TypeError [ERR_INVALID_ARG_TYPE]: The "path" argument must b' +
        'e of type string. Received type number (1)');
check(() => path.basename('a', 1),
      'TypeError [ERR_INVALID_ARG_TYPE]: The "suffix" argument must' +
        ' be of type string. Received type number (1)');
check(() => path.format(null),
      'TypeError [ERR_INVALID_ARG_TYPE]: The "pathObject" argument ' +
        'must be of type object. Received null');
check(() => path.posix === path,
      'true');
check(() => path.posix.win32 === path.win32,
      'true');
check(() => path.matchesGlob('/a/b.js', '/a/*.js'),
      'true');
check(() => path.matchesGlob('/a/b/c.js', '/a/**/*.js'),
      'true');
check(() => path.matchesGlob('/a/.b', '/a/*'),
      'false');
check(() => path.matchesGlob('x.ts', '*.{js,ts}'),
      'true');

finish();

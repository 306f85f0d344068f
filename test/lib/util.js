'use strict';
/*
 * util: parseArgs, styleText and the small functions, as Node 24 has them.
 * What needs a stream or a signal is tested elsewhere.
 */

const util = require('util');
const { check, finish } = require('./support/check.js');


const options = {
    foo: { type: 'string', short: 'f' },
    bar: { type: 'boolean', short: 'b' },
    many: { type: 'string', multiple: true },
    fixed: { type: 'string', default: 'v' },
};

function parse(args, config) {
    return util.parseArgs({ args, options, ...config });
}

function style(format, text) {
    return util.styleText(format, text, { validateStream: false });
}

check(() => parse([]),
      '{"values":{"fixed":"v"},"positionals":[]}');
check(() => parse(['--foo', 'x', '-b']),
      '{"values":{"foo":"x","bar":true,"fixed":"v"},"positionals":[]}');
check(() => parse(['--foo=x', '--many', '1', '--many=2']),
      '{"values":{"foo":"x","many":["1","2"],"fixed":"v"},"position' +
        'als":[]}');
check(() => parse(['-bfx']),
      '{"values":{"bar":true,"foo":"x","fixed":"v"},"positionals":[]}');
check(() => parse(['a']),
      'TypeError [ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL]: Unexpected' +
        ' argument \'a\'. This command does not take positional argum' +
        'ents');
check(() => parse(['a', '--', '-b'], { allowPositionals: true }),
      '{"values":{"fixed":"v"},"positionals":["a","-b"]}');
check(() => parse(['--nope']),
      'TypeError [ERR_PARSE_ARGS_UNKNOWN_OPTION]: Unknown option \'' +
        '--nope\'');
check(() => parse(['--nope=1', '-z'], { strict: false }),
      '{"values":{"nope":"1","z":true,"fixed":"v"},"positionals":[]}');
check(() => parse(['--foo']),
      'TypeError [ERR_PARSE_ARGS_INVALID_OPTION_VALUE]: Option \'-f' +
        ', --foo <value>\' argument missing');
check(() => parse(['--bar=1']),
      'TypeError [ERR_PARSE_ARGS_INVALID_OPTION_VALUE]: Option \'-b' +
        ', --bar\' does not take an argument');
check(() => parse(['--foo', '-b']),
      'TypeError [ERR_PARSE_ARGS_INVALID_OPTION_VALUE]: Option \'--' +
        'foo\' argument is ambiguous.\nDid you forget to specify the ' +
        'option argument for \'--foo\'?\nTo specify an option argumen' +
        't starting with a dash use \'--foo=-XYZ\'.');
check(() => parse(['--no-bar'], { allowNegative: true }),
      '{"values":{"bar":false,"fixed":"v"},"positionals":[]}');
check(() => parse(['-b', 'x', '--foo=1'], { tokens: true, allowPositionals: true }),
      '{"values":{"bar":true,"foo":"1","fixed":"v"},"positionals":[' +
        '"x"],"tokens":[{"kind":"option","name":"bar","rawName":"-b",' +
        '"index":0},{"kind":"positional","index":1,"value":"x"},{"kin' +
        'd":"option","name":"foo","rawName":"--foo","index":2,"value"' +
        ':"1","inlineValue":true}]}');
check(() => style('red', 'x'),
      '\u001b[31mx\u001b[39m');
check(() => style(['bold', 'underline'], 'x'),
      '\u001b[1m\u001b[4mx\u001b[24m\u001b[22m');
check(() => style('red', `a${style('blue', 'b')}c`),
      '\u001b[31ma\u001b[34mb\u001b[31mc\u001b[39m');
check(() => style('#0af', 'x'),
      '\u001b[38;2;0;170;255mx\u001b[39m');
check(() => util.stripVTControlCharacters('\u001b[31mred\u001b[39m'),
      'red');
check(() => util.isDeepStrictEqual({ a: [1, new Set([1])] }, { a: [1, new Set([1])] }),
      'true');
check(() => util.isDeepStrictEqual([0], [-0]),
      'false');
check(() => util.getSystemErrorName(-2),
      'ENOENT');
check(() => util.getSystemErrorName(1),
      'RangeError [ERR_OUT_OF_RANGE]: The value of "err" is out of ' +
        'range. It must be a negative integer. Received 1');
check(() => util.toUSVString('a\ud800'),
      'a�');
check(() => util.types.isMap(new Map()),
      'true');
check(() => util.types.isPromise({ then() {} }),
      'false');
check(() => util.types.isAsyncFunction(async () => {}),
      'true');
check(() => util.types.isTypedArray(new Uint8Array()),
      'true');
check(() => util.types.isBoxedPrimitive(Object(1n)),
      'true');
check(() => util.inherits(null, Array),
      'TypeError [ERR_INVALID_ARG_TYPE]: The "ctor" argument must b' +
        'e of type function. Received null');
check(() => util.promisify(5),
      'TypeError [ERR_INVALID_ARG_TYPE]: The "original" argument mu' +
        'st be of type function. Received type number (5)');
check(() => util.callbackify('x'),
      'TypeError [ERR_INVALID_ARG_TYPE]: The "original" argument mu' +
        'st be of type function. Received type string (\'x\')');
check(() => util.inspect.custom.toString(),
      'Symbol(nodejs.util.inspect.custom)');
check(() => util.promisify.custom.toString(),
      'Symbol(nodejs.util.promisify.custom)');
check(() => util.parseEnv('z=1\nb=2\nA=3\n10=4'),
      '{"10":"4","A":"3","b":"2","z":"1"}');
check(() => util.parseEnv('A=1\nexport B="x\\ny" # c'),
      '{"A":"1","B":"x\\ny"}');

/* Arguments that make no sense. */
check(() => util.styleText('nope', 'x'),
      "TypeError [ERR_INVALID_ARG_VALUE]: The argument 'format' must be one " +
        "of: 'reset', 'bold', 'dim', 'italic', 'underline', 'blink', " +
        "'inverse', 'hidden', 'strikethrough', 'doubleunderline', 'black', " +
        "'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white', " +
        "'bgBlack', 'bgRed', 'bgGreen', 'bgYellow', 'bgBlue', 'bgMagenta', " +
        "'bgCyan', 'bgWhite', 'framed', 'overlined', 'gray', 'redBright', " +
        "'greenBright', 'yellowBright', 'blueBright', 'magentaBright', " +
        "'cyanBright', 'whiteBright', 'bgGray', 'bgRedBright', " +
        "'bgGreenBright', 'bgYellowBright', 'bgBlueBright', " +
        "'bgMagentaBright', 'bgCyanBright', 'bgWhiteBright', 'grey', " +
        "'blackBright', 'bgGrey', 'bgBlackBright', 'faint', 'crossedout', " +
        "'strikeThrough', 'crossedOut', 'conceal', 'swapColors', " +
        "'swapcolors', 'doubleUnderline'. Received 'nope'");
check(() => util.styleText('red', 'x', []),
      'TypeError [ERR_INVALID_ARG_TYPE]: The "options" argument must be of ' +
        'type object. Received an instance of Array');
check(() => util.getCallSites([]),
      'TypeError [ERR_INVALID_ARG_TYPE]: The "options" argument must be of ' +
        'type object. Received an instance of Array');
check(() => util.getCallSites(1, 5),
      'TypeError [ERR_INVALID_ARG_TYPE]: The "options" argument must be of ' +
        'type object. Received type number (5)');
check(() => util.promisify(Object.assign(() => {},
                                         { [util.promisify.custom]: 5 })),
      'TypeError [ERR_INVALID_ARG_TYPE]: The "util.promisify.custom" property ' +
        'must be of type function. Received type number (5)');
check(() => util.formatWithOptions(() => {}, 'x'),
      'TypeError [ERR_INVALID_ARG_TYPE]: The "inspectOptions" argument must ' +
        'be of type object. Received function ');
check(() => util._errnoException(5, 'x'),
      'RangeError [ERR_OUT_OF_RANGE]: The value of "err" is out of range. ' +
        'It must be a negative integer. Received 5');
check(() => util._errnoException(-2, 'open', 'a').message,
      'open ENOENT a');

finish();

const assert = require('assert');

// A DOMException is an error to the language, too.
{
    const error = new DOMException('x', 'AbortError');
    assert.strictEqual(Error.isError(error), true);
    assert.strictEqual(require('util').types.isNativeError(error), true);
    assert.strictEqual(Error.isError({ __proto__: DOMException.prototype }), false);
}

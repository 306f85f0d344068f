'use strict';
/*
 * internal/intl/number_names - units and currencies in English, as the Unicode
 * locale data has them. Currencies that are not listed are shown by their code.
 */

/* Name, short form of one and of more, long form of one and of more, narrow
 * form. A short or narrow form has the space in front of it, if any. */
const unitTable = `
acre| ac| ac|acre|acres|ac
bit| bit| bit|bit|bits|bit
byte| byte| byte|byte|bytes|B
celsius|°C|°C|degree Celsius|degrees Celsius|°C
centimeter| cm| cm|centimeter|centimeters|cm
day| day| days|day|days|d
degree| deg| deg|degree|degrees|°
fahrenheit|°F|°F|degree Fahrenheit|degrees Fahrenheit|°
fluid-ounce| fl oz| fl oz|fluid ounce|fluid ounces|fl oz
foot| ft| ft|foot|feet|′
gallon| gal| gal|gallon|gallons|gal
gigabit| Gb| Gb|gigabit|gigabits|Gb
gigabyte| GB| GB|gigabyte|gigabytes|GB
gram| g| g|gram|grams|g
hectare| ha| ha|hectare|hectares|ha
hour| hr| hr|hour|hours|h
inch| in| in|inch|inches|″
kilobit| kb| kb|kilobit|kilobits|kb
kilobyte| kB| kB|kilobyte|kilobytes|kB
kilogram| kg| kg|kilogram|kilograms|kg
kilometer| km| km|kilometer|kilometers|km
liter| L| L|liter|liters|L
megabit| Mb| Mb|megabit|megabits|Mb
megabyte| MB| MB|megabyte|megabytes|MB
meter| m| m|meter|meters|m
microsecond| μs| μs|microsecond|microseconds|μs
mile| mi| mi|mile|miles|mi
mile-scandinavian| smi| smi|mile-scandinavian|miles-scandinavian|smi
milliliter| mL| mL|milliliter|milliliters|mL
millimeter| mm| mm|millimeter|millimeters|mm
millisecond| ms| ms|millisecond|milliseconds|ms
minute| min| min|minute|minutes|m
month| mth| mths|month|months|m
nanosecond| ns| ns|nanosecond|nanoseconds|ns
ounce| oz| oz|ounce|ounces|oz
percent|%|%|percent|percent|%
petabyte| PB| PB|petabyte|petabytes|PB
pound| lb| lb|pound|pounds|#
second| sec| sec|second|seconds|s
stone| st| st|stone|stones|st
terabit| Tb| Tb|terabit|terabits|Tb
terabyte| TB| TB|terabyte|terabytes|TB
week| wk| wks|week|weeks|w
yard| yd| yd|yard|yards|yd
year| yr| yrs|year|years|y
`;

/* Code, name, and the words after a number: one, and more. */
const currencyTable = `
AED|United Arab Emirates Dirham|UAE dirham|UAE dirhams
ARS|Argentine Peso|Argentine peso|Argentine pesos
AUD|Australian Dollar|Australian dollar|Australian dollars
BDT|Bangladeshi Taka|Bangladeshi taka|Bangladeshi takas
BGN|Bulgarian Lev|Bulgarian lev|Bulgarian leva
BHD|Bahraini Dinar|Bahraini dinar|Bahraini dinars
BRL|Brazilian Real|Brazilian real|Brazilian reals
CAD|Canadian Dollar|Canadian dollar|Canadian dollars
CHF|Swiss Franc|Swiss franc|Swiss francs
CLP|Chilean Peso|Chilean peso|Chilean pesos
CNY|Chinese Yuan|Chinese yuan|Chinese yuan
COP|Colombian Peso|Colombian peso|Colombian pesos
CZK|Czech Koruna|Czech koruna|Czech korunas
DKK|Danish Krone|Danish krone|Danish kroner
EGP|Egyptian Pound|Egyptian pound|Egyptian pounds
EUR|Euro|euro|euros
GBP|British Pound|British pound|British pounds
HKD|Hong Kong Dollar|Hong Kong dollar|Hong Kong dollars
HUF|Hungarian Forint|Hungarian forint|Hungarian forints
IDR|Indonesian Rupiah|Indonesian rupiah|Indonesian rupiahs
ILS|Israeli New Shekel|Israeli new shekel|Israeli new shekels
INR|Indian Rupee|Indian rupee|Indian rupees
ISK|Icelandic Króna|Icelandic króna|Icelandic krónur
JPY|Japanese Yen|Japanese yen|Japanese yen
KES|Kenyan Shilling|Kenyan shilling|Kenyan shillings
KRW|South Korean Won|South Korean won|South Korean won
KWD|Kuwaiti Dinar|Kuwaiti dinar|Kuwaiti dinars
KZT|Kazakhstani Tenge|Kazakhstani tenge|Kazakhstani tenges
MAD|Moroccan Dirham|Moroccan dirham|Moroccan dirhams
MXN|Mexican Peso|Mexican peso|Mexican pesos
MYR|Malaysian Ringgit|Malaysian ringgit|Malaysian ringgits
NGN|Nigerian Naira|Nigerian naira|Nigerian nairas
NOK|Norwegian Krone|Norwegian krone|Norwegian kroner
NZD|New Zealand Dollar|New Zealand dollar|New Zealand dollars
OMR|Omani Rial|Omani rial|Omani rials
PEN|Peruvian Sol|Peruvian sol|Peruvian soles
PHP|Philippine Peso|Philippine peso|Philippine pesos
PKR|Pakistani Rupee|Pakistani rupee|Pakistani rupees
PLN|Polish Zloty|Polish zloty|Polish zlotys
QAR|Qatari Riyal|Qatari riyal|Qatari riyals
RON|Romanian Leu|Romanian leu|Romanian lei
RSD|Serbian Dinar|Serbian dinar|Serbian dinars
RUB|Russian Ruble|Russian ruble|Russian rubles
SAR|Saudi Riyal|Saudi riyal|Saudi riyals
SEK|Swedish Krona|Swedish krona|Swedish kronor
SGD|Singapore Dollar|Singapore dollar|Singapore dollars
THB|Thai Baht|Thai baht|Thai baht
TRY|Turkish Lira|Turkish lira|Turkish Lira
TWD|New Taiwan Dollar|New Taiwan dollar|New Taiwan dollars
UAH|Ukrainian Hryvnia|Ukrainian hryvnia|Ukrainian hryvnias
USD|US Dollar|US dollar|US dollars
UYU|Uruguayan Peso|Uruguayan peso|Uruguayan pesos
VND|Vietnamese Dong|Vietnamese dong|Vietnamese dong
XAF|Central African CFA Franc|Central African CFA franc|Central African CFA francs
XOF|West African CFA Franc|West African CFA franc|West African CFA francs
ZAR|South African Rand|South African rand|South African rand
`;

const symbolTable =
    'AUD:A$ BRL:R$ CAD:CA$ CNY:CN¥ EUR:€ GBP:£ HKD:HK$ ILS:₪ INR:₹ JPY:¥ ' +
    'KRW:₩ MXN:MX$ NZD:NZ$ PHP:₱ TWD:NT$ USD:$ VND:₫ XAF:FCFA XCD:EC$ ' +
    'XCG:Cg. XPF:CFPF';

/* Where it differs from the symbol. */
const narrowTable =
    'AFN:؋ AMD:֏ AOA:Kz ARS:$ AUD:$ AZN:₼ BAM:KM BBD:$ BDT:৳ BMD:$ BND:$ ' +
    'BOB:Bs BSD:$ BWP:P BZD:$ CAD:$ CLP:$ CNY:¥ COP:$ CRC:₡ CUC:$ CUP:$ ' +
    'CZK:Kč DKK:kr DOP:$ EGP:E£ FJD:$ FKP:£ GEL:₾ GHS:GH₵ GIP:£ GNF:FG ' +
    'GTQ:Q GYD:$ HKD:$ HNL:L HRK:kn HUF:Ft IDR:Rp ISK:kr JMD:$ KGS:⃀ ' +
    'KHR:៛ KMF:CF KPW:₩ KYD:$ KZT:₸ LAK:₭ LBP:L£ LKR:Rs LRD:$ MGA:Ar ' +
    'MMK:K MNT:₮ MUR:Rs MXN:$ MYR:RM NAD:$ NGN:₦ NIO:C$ NOK:kr NPR:Rs ' +
    'NZD:$ PKR:Rs PLN:zł PYG:₲ RON:lei RUB:₽ RWF:RF SBD:$ SEK:kr SGD:$ ' +
    'SHP:£ SRD:$ SSP:£ STN:Db SYP:£ THB:฿ TOP:T$ TRY:₺ TTD:$ TWD:$ UAH:₴ ' +
    'UYU:$ XCD:$ ZAR:R ZMW:ZK';

/* Currencies that do not have two digits after the point. */
const digitTable = {
    0: 'AFN ALL BIF CLP COP DJF GNF HUF IDR IQD IRR ISK JPY KMF KPW KRW LAK ' +
       'LBP MGA MMK PKR PYG RWF SLL SOS SYP UGX UYI VND VUV XAF XOF XPF YER',
    3: 'BHD JOD KWD LYD OMR TND',
    4: 'CLF UYW',
};

function readTable(text) {
    const table = { __proto__: null };
    for (const line of text.trim().split('\n')) {
        const [key, ...values] = line.split('|');
        table[key] = values;
    }
    return table;
}

function readPairs(text) {
    const pairs = { __proto__: null };
    for (const pair of text.split(' ')) {
        const [key, value] = pair.split(':');
        pairs[key] = value;
    }
    return pairs;
}

const units = readTable(unitTable);
const currencies = readTable(currencyTable);
const symbols = readPairs(symbolTable);
const narrowSymbols = readPairs(narrowTable);
symbols.XOF = 'F\u202fCFA';

function currencyDigits(code) {
    for (const digits of Object.keys(digitTable)) {
        if (digitTable[digits].includes(code))
            return Number(digits);
    }
    return 2;
}

function currencySymbol(code, display) {
    if (display === 'code')
        return code;
    return display === 'narrowSymbol' && narrowSymbols[code] ||
           symbols[code] || code;
}

/* The words after a number. */
function currencyWords(code, isOne) {
    return currencies[code]?.[isOne ? 1 : 2] ?? code;
}

/* 'US Dollar', or undefined. */
function currencyName(code) {
    return currencies[code]?.[0];
}

const kColumns = { short: [0, 1], long: [2, 3], narrow: [4, 4] };

function isUnit(name) {
    const [first, second, ...more] = name.split('-per-');
    return units[first] !== undefined && more.length === 0 &&
           (second === undefined || units[second] !== undefined);
}

/* 's' and 'h' after a slash, as in 'km/h'. */
const afterSlash = { __proto__: null, second: 's', hour: 'h', minute: 'min',
                     day: 'd', week: 'w', month: 'm', year: 'y' };

/* What stands after the number: [space, words]. */
function unitWords(name, display, isOne) {
    const [first, second] = name.split('-per-');
    const words = units[first][kColumns[display][isOne ? 0 : 1]];
    const space = display === 'long' || words.startsWith(' ') ? ' ' : '';
    if (second === undefined)
        return [space, words.trim()];
    if (display === 'long')
        return [space, `${words} per ${units[second][2]}`];
    if (first === 'mile' && (second === 'hour' || second === 'gallon'))
        return [space, second === 'hour' ? 'mph' : 'mpg'];
    const under = afterSlash[second] ?? units[second][0].trim();
    return [space, `${words.trim()}/${under}`];
}

module.exports = {
    currencyDigits, currencyName, currencySymbol, currencyWords, isUnit,
    unitWords,
};

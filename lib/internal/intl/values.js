'use strict';
/*
 * internal/intl/values - Intl.supportedValuesOf(): what the classes of Intl
 * know here. Time zones are those of the binding `zone`, with the names that
 * the Unicode locale data gives them.
 */

const { listZones } = require('internal/intl/zones');

const currencies =
    'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND ' +
    'BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY COP CRC CUC CUP CVE CZK ' +
    'DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD ' +
    'HKD HNL HRK HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF ' +
    'KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP ' +
    'MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP ' +
    'PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SLL SOS ' +
    'SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD ' +
    'UYU UZS VES VND VUV WST XAF XCD XCG XDR XOF XPF XSU YER ZAR ZMW ZWG ZWL';

const units =
    'acre bit byte celsius centimeter day degree fahrenheit fluid-ounce foot ' +
    'gallon gigabit gigabyte gram hectare hour inch kilobit kilobyte kilogram ' +
    'kilometer liter megabit megabyte meter microsecond mile ' +
    'mile-scandinavian milliliter millimeter millisecond minute month ' +
    'nanosecond ounce percent petabyte pound second stone terabit terabyte ' +
    'week yard year';

const lists = {
    __proto__: null,
    calendar: () => ['gregory'],
    collation: () => [],
    currency: () => currencies.split(' '),
    numberingSystem: () => ['latn'],
    timeZone: () => listZones(),
    unit: () => units.split(' '),
};

function supportedValuesOf(key) {
    if (lists[key] === undefined)
        throw new RangeError(`Invalid key : ${key}`);
    return lists[key]();
}

module.exports = { supportedValuesOf, units };

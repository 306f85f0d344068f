'use strict';
/*
 * internal/intl/locale - Intl.Locale: a language tag and its parts. Likely
 * scripts and regions are known of languages with a code of two letters.
 */

const {
    isLanguage, isObject, isRegion, isScript, readTag, setKeywords,
    setTagOfLocale, writeTag,
} = require('internal/intl/locales');
const {
    coerceOptions, getBooleanOption, getOption, incompatible, makeConstructor,
} = require('internal/intl/options');

const kWhere = 'locale';

function invalid() {
    return new RangeError('Incorrect locale information provided');
}

/* ---- Options ------------------------------------------------------------ */

function readPart(options, name, pattern) {
    const value = getOption(options, name, undefined, kWhere);
    if (value !== undefined && !pattern.test(value.toLowerCase()))
        throw invalid();
    return value?.toLowerCase();
}

function applyParts(tag, options) {
    const language = readPart(options, 'language', isLanguage);
    const script = readPart(options, 'script', isScript);
    const region = readPart(options, 'region', isRegion);
    if (language !== undefined)
        tag.language = language;
    if (script !== undefined)
        tag.script = script[0].toUpperCase() + script.slice(1);
    if (region !== undefined)
        tag.region = region.toUpperCase();
    writeTag(tag);
    return readTag(tag.text);
}

const isType = /^[a-z0-9]{3,8}(?:-[a-z0-9]{3,8})*$/;

function readKeywords(options) {
    const keywords = [
        ['ca', readPart(options, 'calendar', isType)],
        ['co', readPart(options, 'collation', isType)],
        ['fw', readPart(options, 'firstDayOfWeek', isType)],
        ['hc', getOption(options, 'hourCycle', ['h11', 'h12', 'h23', 'h24'],
                         kWhere)],
        ['kf', getOption(options, 'caseFirst', ['upper', 'lower', 'false'],
                         kWhere)],
        ['kn', getBooleanOption(options, 'numeric')],
        ['nu', readPart(options, 'numberingSystem', isType)],
    ];
    return keywords.filter(([, value]) => value !== undefined)
        .map(([key, value]) => [key, `${value}`]);
}

/* ---- Likely parts ------------------------------------------------------- */

/* Languages by script, each with its region. */
const likelyTable = {
    Arab: 'ar-EG fa-IR ks-IN ps-AF sd-PK ug-CN ur-PK',
    Armn: 'hy-AM',
    Beng: 'as-IN bn-BD',
    Cyrl: 'ab-GE be-BY bg-BG ce-RU cv-RU kk-KZ ky-KG mk-MK mn-MN os-GE ' +
          'ru-RU sr-RS tg-TJ tt-RU uk-UA',
    Deva: 'hi-IN mr-IN ne-NP sa-IN',
    Ethi: 'am-ET ti-ET',
    Geor: 'ka-GE',
    Grek: 'el-GR',
    Gujr: 'gu-IN',
    Guru: 'pa-IN',
    Hans: 'zh-CN',
    Hebr: 'he-IL yi-UA',
    Jpan: 'ja-JP',
    Khmr: 'km-KH',
    Knda: 'kn-IN',
    Kore: 'ko-KR',
    Laoo: 'lo-LA',
    Latn: 'aa-ET af-ZA ak-GH az-AZ bm-ML br-FR bs-BA ca-ES co-FR cs-CZ ' +
          'cy-GB da-DK de-DE ee-GH en-US eo-001 es-ES et-EE eu-ES ff-SN ' +
          'fi-FI fo-FO fr-FR fy-NL ga-IE gd-GB gl-ES gn-PY gv-IM ha-NG ' +
          'hr-HR ht-HT hu-HU ia-001 id-ID ig-NG is-IS it-IT jv-ID kl-GL ' +
          'ku-TR la-VA lb-LU lg-UG ln-CD lt-LT lv-LV mg-MG mi-NZ ms-MY ' +
          'mt-MT nb-NO nl-NL nn-NO no-NO ny-MW oc-FR om-ET pl-PL pt-BR ' +
          'qu-PE rm-CH rn-BI ro-RO rw-RW se-NO sg-CF sk-SK sl-SI sm-WS ' +
          'sn-ZW so-SO sq-AL st-ZA su-ID sv-SE sw-TZ tk-TM tn-ZA to-TO ' +
          'tr-TR uz-UZ vi-VN wo-SN xh-ZA yo-NG zu-ZA',
    Mlym: 'ml-IN',
    Mymr: 'my-MM',
    Orya: 'or-IN',
    Sinh: 'si-LK',
    Taml: 'ta-IN',
    Telu: 'te-IN',
    Thaa: 'dv-MV',
    Thai: 'th-TH',
    Tibt: 'bo-CN dz-BT',
};

let likely;

/* { script, region } of a language, or undefined. */
function findLikely(language) {
    if (likely === undefined) {
        likely = new Map();
        for (const script of Object.keys(likelyTable)) {
            for (const pair of likelyTable[script].split(' ')) {
                const [name, region] = pair.split('-');
                likely.set(name, { script, region });
            }
        }
    }
    return likely.get(language);
}

/* Chinese is written in another way there. */
const traditionalRegions = ['TW', 'HK', 'MO'];

function maximize(tag) {
    const language = tag.language === 'und' ? 'en' : tag.language;
    const found = findLikely(language);
    if (found === undefined)
        return tag;
    const isTraditional = language === 'zh' &&
        (tag.script === 'Hant' || traditionalRegions.includes(tag.region));
    const usual = isTraditional ? { script: 'Hant', region: 'TW' } : found;
    return writeTag({ ...tag, language, script: tag.script ?? usual.script,
                      region: tag.region ?? usual.region });
}

/* The shortest tag that means the same. */
function minimize(tag) {
    const full = maximize(tag);
    for (const parts of [{}, { region: full.region }, { script: full.script }]) {
        const shorter = writeTag({ ...full, script: undefined,
                                   region: undefined, ...parts });
        if (maximize(shorter).text === full.text)
            return shorter;
    }
    return full;
}

/* ---- Weeks -------------------------------------------------------------- */

/* Regions whose week does not begin on Monday, by the day. */
const firstDays = {
    5: 'MV',
    6: 'AF BH DJ DZ EG IQ IR JO KW LY OM QA SD SY',
    7: 'AG AS BD BR BS BT BW BZ CA CO DM DO ET GT GU HK HN ID IL IN IS JM JP ' +
       'KE KH KR LA MH MM MO MT MX MZ NI NP PA PE PH PK PR PT PY SA SG SV TH ' +
       'TT TW UM US VE VI WS YE ZA ZW',
};
const weekends = [
    [[5], 'IR'], [[7], 'IN UG'], [[4, 5], 'AF'],
    [[5, 6], 'BH DZ EG IL IQ JO KW LY OM QA SA SD SY YE'],
];
const dayNames = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

function weekInfo(tag) {
    const { region = '001' } = maximize(tag);
    const asked = dayNames.indexOf(tag.unicode?.keywords.get('fw')) + 1;
    const usual = Object.keys(firstDays)
        .find((day) => firstDays[day].includes(region)) ?? 1;
    const [weekend] = weekends.find(([, regions]) => regions.includes(region)) ??
                      [[6, 7]];
    return { firstDay: asked || Number(usual), weekend: [...weekend] };
}

/* ---- The class ---------------------------------------------------------- */

let tagOf; /* the text of a Locale, or undefined */
let partsOf; /* its parts; throws for any other object */

class Locale {
    #tag;

    static {
        tagOf = (value) =>
            (isObject(value) && #tag in value ? value.#tag.text : undefined);
        partsOf = (that, method) => {
            if (!isObject(that) || !(#tag in that))
                throw incompatible(`Intl.Locale.prototype.${method}`, that);
            return that.#tag;
        };
    }

    constructor(tag, options = undefined) {
        if (typeof tag !== 'string' && !isObject(tag)) {
            throw new TypeError('First argument to Intl.Locale constructor ' +
                                "can't be empty or missing");
        }
        const given = coerceOptions(options, 'Intl.Locale');
        const base = applyParts(readTag(tagOf(tag) ?? `${tag}`), given);
        this.#tag = setKeywords(base, readKeywords(given));
    }

    toString() {
        return partsOf(this, 'toString').text;
    }

    maximize() {
        return new Locale(maximize(partsOf(this, 'maximize')).text);
    }

    minimize() {
        return new Locale(minimize(partsOf(this, 'minimize')).text);
    }

    get language() {
        return partsOf(this, 'language').language;
    }

    get script() {
        return partsOf(this, 'script').script;
    }

    get region() {
        return partsOf(this, 'region').region;
    }

    get baseName() {
        return partsOf(this, 'baseName').baseName;
    }

    get numeric() {
        const value = partsOf(this, 'numeric').unicode?.keywords.get('kn');
        return value === '' || value === 'true';
    }

    getTextInfo() {
        const { script } = maximize(partsOf(this, 'getTextInfo'));
        const isLeftward = ['Arab', 'Hebr', 'Thaa', 'Syrc'].includes(script);
        return { direction: isLeftward ? 'rtl' : 'ltr' };
    }

    getWeekInfo() {
        return weekInfo(partsOf(this, 'getWeekInfo'));
    }
}

const keywordNames = [['calendar', 'ca'], ['caseFirst', 'kf'],
                      ['collation', 'co'], ['firstDayOfWeek', 'fw'],
                      ['hourCycle', 'hc'], ['numberingSystem', 'nu']];

for (const [name, key] of keywordNames) {
    const { get } = Object.getOwnPropertyDescriptor({
        get [name]() {
            return partsOf(this, name).unicode?.keywords.get(key);
        },
    }, name);
    Object.defineProperty(Locale.prototype, name, {
        __proto__: null, get, enumerable: false, configurable: true,
    });
}
setTagOfLocale(tagOf);

module.exports = { Locale: makeConstructor(Locale) };

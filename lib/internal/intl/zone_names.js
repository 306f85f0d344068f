'use strict';
/*
 * internal/intl/zone_names - what a time zone is called, for Date.toString(): names
 * of the Unicode locale data, in English, as V8 shows them.
 *
 * The table has a line for each name, standard time and what summer time is
 * called if the zone has one now, and below it the zones that have it. (By law
 * Ireland has a winter time instead, and so it has in the C library.) It is
 * looked through once for each zone that a program uses, mostly one.
 */

const table = `
Acre Standard Time
  America/Eirunepe America/Porto_Acre America/Rio_Branco Brazil/Acre
Afghanistan Time
  Asia/Kabul
Alaska Standard Time, Alaska Daylight Time
  America/Anchorage America/Juneau America/Metlakatla America/Nome
  America/Sitka America/Yakutat US/Alaska
Amazon Standard Time
  America/Boa_Vista America/Campo_Grande America/Cuiaba America/Manaus
  America/Porto_Velho Brazil/West
American Samoa Standard Time
  Pacific/Midway Pacific/Pago_Pago Pacific/Samoa US/Samoa
Arabian Standard Time, Arabian Daylight Time
  Asia/Aden Asia/Baghdad Asia/Bahrain Asia/Kuwait Asia/Qatar Asia/Riyadh
Argentina Standard Time
  America/Argentina/Buenos_Aires America/Argentina/Catamarca
  America/Argentina/ComodRivadavia America/Argentina/Cordoba
  America/Argentina/Jujuy America/Argentina/La_Rioja
  America/Argentina/Mendoza America/Argentina/Rio_Gallegos
  America/Argentina/Salta America/Argentina/San_Juan
  America/Argentina/San_Luis America/Argentina/Tucuman
  America/Argentina/Ushuaia America/Buenos_Aires America/Catamarca
  America/Cordoba America/Jujuy America/Mendoza America/Rosario
Armenia Standard Time
  Asia/Yerevan
Atlantic Standard Time, Atlantic Daylight Time
  America/Glace_Bay America/Goose_Bay America/Halifax America/Moncton
  America/Thule Atlantic/Bermuda Canada/Atlantic
Atlantic Standard Time
  America/Anguilla America/Antigua America/Aruba America/Barbados
  America/Blanc-Sablon America/Curacao America/Dominica America/Grenada
  America/Guadeloupe America/Kralendijk America/Lower_Princes
  America/Marigot America/Martinique America/Montserrat
  America/Port_of_Spain America/Puerto_Rico America/Santo_Domingo
  America/St_Barthelemy America/St_Kitts America/St_Lucia America/St_Thomas
  America/St_Vincent America/Tortola America/Virgin
Australian Central Standard Time, Australian Central Daylight Time
  Australia/Adelaide Australia/Broken_Hill Australia/South
  Australia/Yancowinna
Australian Central Standard Time
  Australia/Darwin Australia/North
Australian Central Western Standard Time
  Australia/Eucla
Australian Eastern Standard Time, Australian Eastern Daylight Time
  Antarctica/Macquarie Australia/ACT Australia/Canberra Australia/Currie
  Australia/Hobart Australia/Melbourne Australia/NSW Australia/Sydney
  Australia/Tasmania Australia/Victoria
Australian Eastern Standard Time
  Australia/Brisbane Australia/Lindeman Australia/Queensland
Australian Western Standard Time
  Antarctica/Casey Australia/Perth Australia/West
Azerbaijan Standard Time
  Asia/Baku
Azores Standard Time, Azores Summer Time
  Atlantic/Azores
Bangladesh Standard Time
  Asia/Dacca Asia/Dhaka
Bhutan Time
  Asia/Thimbu Asia/Thimphu
Bolivia Time
  America/La_Paz
Brasilia Standard Time
  America/Araguaina America/Bahia America/Belem America/Fortaleza
  America/Maceio America/Recife America/Santarem America/Sao_Paulo
  Brazil/East
Brunei Time
  Asia/Brunei
Cape Verde Standard Time
  Atlantic/Cape_Verde
Central Africa Time
  Africa/Blantyre Africa/Bujumbura Africa/Gaborone Africa/Harare Africa/Juba
  Africa/Khartoum Africa/Kigali Africa/Lubumbashi Africa/Lusaka
  Africa/Maputo Africa/Windhoek
Central European Standard Time
  Africa/Algiers Africa/Tunis
Central European Standard Time, Central European Summer Time
  Africa/Ceuta Arctic/Longyearbyen Atlantic/Jan_Mayen CET Europe/Amsterdam
  Europe/Andorra Europe/Belgrade Europe/Berlin Europe/Bratislava
  Europe/Brussels Europe/Budapest Europe/Busingen Europe/Copenhagen
  Europe/Gibraltar Europe/Ljubljana Europe/Luxembourg Europe/Madrid
  Europe/Malta Europe/Monaco Europe/Oslo Europe/Paris Europe/Podgorica
  Europe/Prague Europe/Rome Europe/San_Marino Europe/Sarajevo Europe/Skopje
  Europe/Stockholm Europe/Tirane Europe/Vaduz Europe/Vatican Europe/Vienna
  Europe/Warsaw Europe/Zagreb Europe/Zurich MET Poland
Central Indonesia Time
  Asia/Makassar Asia/Ujung_Pandang
Central Standard Time, Central Daylight Time
  America/Chicago America/Indiana/Knox America/Indiana/Tell_City
  America/Knox_IN America/Matamoros America/Menominee
  America/North_Dakota/Beulah America/North_Dakota/Center
  America/North_Dakota/New_Salem America/Ojinaga America/Rainy_River
  America/Rankin_Inlet America/Resolute America/Winnipeg CST6CDT
  Canada/Central US/Central US/Indiana-Starke
Central Standard Time
  America/Bahia_Banderas America/Belize America/Chihuahua America/Costa_Rica
  America/El_Salvador America/Guatemala America/Managua America/Merida
  America/Mexico_City America/Monterrey America/Regina America/Swift_Current
  America/Tegucigalpa Canada/Saskatchewan Mexico/General
Chamorro Standard Time
  Pacific/Guam Pacific/Saipan
Chatham Standard Time, Chatham Daylight Time
  NZ-CHAT Pacific/Chatham
Chile Standard Time, Chile Summer Time
  America/Santiago Chile/Continental
China Standard Time
  Asia/Chongqing Asia/Chungking Asia/Harbin Asia/Macao Asia/Macau
  Asia/Shanghai PRC
Christmas Island Time
  Indian/Christmas
Chuuk Time
  Pacific/Chuuk Pacific/Truk Pacific/Yap
Cocos Islands Time
  Indian/Cocos
Colombia Standard Time
  America/Bogota
Cook Islands Standard Time
  Pacific/Rarotonga
Coordinated Universal Time
  Etc/UCT Etc/UTC Etc/Universal Etc/Zulu UCT UTC Universal Zulu
Cuba Standard Time, Cuba Daylight Time
  America/Havana Cuba
Davis Time
  Antarctica/Davis
Dumont d’Urville Time
  Antarctica/DumontDUrville
East Africa Time
  Africa/Addis_Ababa Africa/Asmara Africa/Asmera Africa/Dar_es_Salaam
  Africa/Djibouti Africa/Kampala Africa/Mogadishu Africa/Nairobi
  Indian/Antananarivo Indian/Comoro Indian/Mayotte
Easter Island Standard Time, Easter Island Summer Time
  Chile/EasterIsland Pacific/Easter
Eastern European Standard Time
  Africa/Tripoli Europe/Kaliningrad Libya
Eastern European Standard Time, Eastern European Summer Time
  Africa/Cairo Asia/Beirut Asia/Famagusta Asia/Gaza Asia/Hebron Asia/Nicosia
  EET Egypt Europe/Athens Europe/Bucharest Europe/Chisinau Europe/Helsinki
  Europe/Kiev Europe/Kyiv Europe/Mariehamn Europe/Nicosia Europe/Riga
  Europe/Sofia Europe/Tallinn Europe/Tiraspol Europe/Uzhgorod Europe/Vilnius
  Europe/Zaporozhye
Eastern Indonesia Time
  Asia/Jayapura
Eastern Standard Time, Eastern Daylight Time
  America/Detroit America/Fort_Wayne America/Grand_Turk
  America/Indiana/Indianapolis America/Indiana/Marengo
  America/Indiana/Petersburg America/Indiana/Vevay America/Indiana/Vincennes
  America/Indiana/Winamac America/Indianapolis America/Iqaluit
  America/Kentucky/Louisville America/Kentucky/Monticello America/Louisville
  America/Montreal America/Nassau America/New_York America/Nipigon
  America/Pangnirtung America/Port-au-Prince America/Thunder_Bay
  America/Toronto Canada/Eastern EST5EDT US/East-Indiana US/Eastern
  US/Michigan
Eastern Standard Time
  America/Atikokan America/Cancun America/Cayman America/Coral_Harbour
  America/Jamaica America/Panama EST Jamaica
Ecuador Time
  America/Guayaquil
Falkland Islands Standard Time
  Atlantic/Stanley
Fernando de Noronha Standard Time
  America/Noronha Brazil/DeNoronha
Fiji Standard Time
  Pacific/Fiji
French Guiana Time
  America/Cayenne
French Southern & Antarctic Time
  Indian/Kerguelen
Galapagos Time
  Pacific/Galapagos
Gambier Time
  Pacific/Gambier
Georgia Standard Time
  Asia/Tbilisi
Gilbert Islands Time
  Pacific/Tarawa
Greenland Standard Time, Greenland Summer Time
  America/Godthab America/Nuuk America/Scoresbysund
Greenwich Mean Time, British Summer Time
  Europe/Belfast Europe/London GB GB-Eire
Greenwich Mean Time
  Antarctica/Troll Etc/GMT Europe/Guernsey Europe/Isle_of_Man Europe/Jersey
  GMT GMT+0 GMT-0 GMT0
Greenwich Mean Time
  Africa/Abidjan Africa/Accra Africa/Bamako Africa/Banjul Africa/Bissau
  Africa/Conakry Africa/Dakar Africa/Freetown Africa/Lome Africa/Monrovia
  Africa/Nouakchott Africa/Ouagadougou Africa/Sao_Tome Africa/Timbuktu
  America/Danmarkshavn Atlantic/Reykjavik Atlantic/St_Helena Etc/GMT+0
  Etc/GMT-0 Etc/GMT0 Etc/Greenwich Greenwich Iceland
Irish Standard Time, Greenwich Mean Time
  Eire Europe/Dublin
Gulf Standard Time
  Asia/Dubai Asia/Muscat
Guyana Time
  America/Guyana
Hawaii-Aleutian Standard Time, Hawaii-Aleutian Daylight Time
  America/Adak America/Atka US/Aleutian
Hawaii-Aleutian Standard Time
  HST Pacific/Honolulu Pacific/Johnston US/Hawaii
Hong Kong Standard Time
  Asia/Hong_Kong Hongkong
India Standard Time
  Asia/Calcutta Asia/Colombo Asia/Kolkata
Indian Ocean Time
  Indian/Chagos
Indochina Time
  Asia/Bangkok Asia/Ho_Chi_Minh Asia/Phnom_Penh Asia/Saigon Asia/Vientiane
Iran Standard Time, Iran Daylight Time
  Asia/Tehran Iran
Irkutsk Standard Time
  Asia/Irkutsk
Israel Standard Time, Israel Daylight Time
  Asia/Jerusalem Asia/Tel_Aviv Israel
Japan Standard Time
  Asia/Tokyo Japan
Kamchatka Standard Time
  Asia/Anadyr Asia/Kamchatka
Kazakhstan Time
  Asia/Almaty Asia/Aqtau Asia/Aqtobe Asia/Atyrau Asia/Oral Asia/Qostanay
  Asia/Qyzylorda
Khovd Standard Time
  Asia/Hovd
Korean Standard Time
  Asia/Pyongyang Asia/Seoul ROK
Kosrae Time
  Pacific/Kosrae
Krasnoyarsk Standard Time
  Asia/Barnaul Asia/Krasnoyarsk Asia/Novokuznetsk Asia/Novosibirsk
  Asia/Tomsk
Kyrgyzstan Time
  Asia/Bishkek
Line Islands Time
  Pacific/Kiritimati
Lord Howe Standard Time, Lord Howe Daylight Time
  Australia/LHI Australia/Lord_Howe
Magadan Standard Time
  Asia/Magadan Asia/Sakhalin Asia/Srednekolymsk
Malaysia Time
  Asia/Kuala_Lumpur Asia/Kuching
Maldives Time
  Indian/Maldives
Marquesas Time
  Pacific/Marquesas
Marshall Islands Time
  Kwajalein Pacific/Kwajalein Pacific/Majuro
Mauritius Standard Time
  Indian/Mauritius
Mawson Time
  Antarctica/Mawson
Mexican Pacific Standard Time, Mexican Pacific Daylight Time
  America/Hermosillo America/Mazatlan Mexico/BajaSur
Moscow Standard Time
  Europe/Kirov Europe/Minsk Europe/Moscow Europe/Simferopol Europe/Volgograd
  W-SU
Mountain Standard Time, Mountain Daylight Time
  America/Boise America/Cambridge_Bay America/Ciudad_Juarez America/Denver
  America/Edmonton America/Inuvik America/Shiprock America/Yellowknife
  Canada/Mountain MST7MDT Navajo US/Mountain
Mountain Standard Time
  America/Creston America/Dawson_Creek America/Fort_Nelson America/Phoenix
  MST US/Arizona
Myanmar Time
  Asia/Rangoon Asia/Yangon
Nauru Time
  Pacific/Nauru
Nepal Time
  Asia/Kathmandu Asia/Katmandu
New Caledonia Standard Time
  Pacific/Noumea
New Zealand Standard Time, New Zealand Daylight Time
  Antarctica/McMurdo Antarctica/South_Pole NZ Pacific/Auckland
Newfoundland Standard Time, Newfoundland Daylight Time
  America/St_Johns Canada/Newfoundland
Niue Time
  Pacific/Niue
Norfolk Island Standard Time, Norfolk Island Daylight Time
  Pacific/Norfolk
Omsk Standard Time
  Asia/Omsk
Pacific Standard Time, Pacific Daylight Time
  America/Ensenada America/Los_Angeles America/Santa_Isabel America/Tijuana
  America/Vancouver Canada/Pacific Mexico/BajaNorte PST8PDT US/Pacific
Pakistan Standard Time
  Asia/Karachi
Palau Time
  Pacific/Palau
Papua New Guinea Time
  Pacific/Port_Moresby
Paraguay Standard Time
  America/Asuncion
Peru Standard Time
  America/Lima
Philippine Standard Time
  Asia/Manila
Phoenix Islands Time
  Pacific/Enderbury Pacific/Kanton
Pitcairn Time
  Pacific/Pitcairn
Pohnpei Time
  Pacific/Pohnpei Pacific/Ponape
Rothera Time
  Antarctica/Rothera
Réunion Time
  Indian/Reunion
Samara Standard Time
  Europe/Astrakhan Europe/Samara Europe/Saratov Europe/Ulyanovsk
Samoa Standard Time, Samoa Daylight Time
  Pacific/Apia
Seychelles Time
  Indian/Mahe
Singapore Standard Time
  Asia/Singapore Singapore
Solomon Islands Time
  Pacific/Guadalcanal
South Africa Standard Time
  Africa/Johannesburg Africa/Maseru Africa/Mbabane
South Georgia Time
  Atlantic/South_Georgia
St. Pierre & Miquelon Standard Time, St. Pierre & Miquelon Daylight Time
  America/Miquelon
Suriname Time
  America/Paramaribo
Syowa Time
  Antarctica/Syowa
Tahiti Time
  Pacific/Tahiti
Taiwan Standard Time
  Asia/Taipei ROC
Tajikistan Time
  Asia/Dushanbe
Timor-Leste Time
  Asia/Dili
Tokelau Time
  Pacific/Fakaofo
Tonga Standard Time
  Pacific/Tongatapu
Turkmenistan Standard Time
  Asia/Ashgabat Asia/Ashkhabad
Tuvalu Time
  Pacific/Funafuti
Türkiye Standard Time
  Asia/Istanbul Europe/Istanbul Turkey
Ulaanbaatar Standard Time
  Asia/Choibalsan Asia/Ulaanbaatar Asia/Ulan_Bator
Uruguay Standard Time
  America/Montevideo
Uzbekistan Standard Time
  Asia/Samarkand Asia/Tashkent
Vanuatu Standard Time
  Pacific/Efate
Venezuela Time
  America/Caracas
Vladivostok Standard Time
  Asia/Ust-Nera Asia/Vladivostok
Vostok Time
  Antarctica/Vostok
Wake Island Time
  Pacific/Wake
Wallis & Futuna Time
  Pacific/Wallis
West Africa Time
  Africa/Bangui Africa/Brazzaville Africa/Douala Africa/Kinshasa
  Africa/Lagos Africa/Libreville Africa/Luanda Africa/Malabo Africa/Ndjamena
  Africa/Niamey Africa/Porto-Novo
Western European Standard Time, Western European Summer Time
  Atlantic/Canary Atlantic/Faeroe Atlantic/Faroe Atlantic/Madeira
  Europe/Lisbon Portugal WET
Western Indonesia Time
  Asia/Jakarta Asia/Pontianak
Yakutsk Standard Time
  Asia/Chita Asia/Khandyga Asia/Yakutsk
Yekaterinburg Standard Time
  Asia/Yekaterinburg
Yukon Time
  America/Dawson America/Whitehorse Canada/Yukon
`;

/* [name, name in summer], or undefined. */
function findNames(zone) {
    let names;
    for (const line of table.split('\n')) {
        if (!line.startsWith('  '))
            names = line;
        else if (zone !== '' && `${line} `.includes(` ${zone} `))
            return completeNames(names.split(', '));
    }
    return undefined;
}

/* A zone that has no summer time now may have had one. Where standard time is
 * not called so, that has no name. */
function completeNames([standard, summer]) {
    if (!standard.includes('Standard'))
        return [standard, summer];
    const [, other] =
        table.match(new RegExp(`\n${standard}, (.*)`)) ?? [];
    return [standard, summer ?? other ??
                      standard.replace('Standard', 'Summer')];
}

function pad(number) {
    return `${number}`.padStart(2, '0');
}

function describeOffset(minutes) {
    const distance = Math.abs(minutes);
    return `GMT${minutes < 0 ? '-' : '+'}` +
           `${pad(Math.floor(distance / 60))}:${pad(distance % 60)}`;
}

const { getZone } = internalBinding('zone');
const known = new Map();

/* What Date.toString() has at its end. */
function zoneName(isSummer, minutes) {
    const zone = getZone();
    if (!known.has(zone))
        known.set(zone, findNames(zone));
    const name = known.get(zone)?.[isSummer ? 1 : 0];
    return ` (${name ?? describeOffset(minutes)})`;
}

module.exports = { findNames, zoneName };

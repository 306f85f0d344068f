/*
 * zone_table.c - what is known of time zones that have no file.
 *
 * Both tables are facts of the IANA time zone database. The first one has the
 * rule by which a zone's clocks go now, as POSIX writes it. The second one has
 * the older names of zones: many systems keep their files in a package of their
 * own, or have none.
 *
 * What must stay true: names are separated by one space; a name in the second
 * table is not in the first.
 */
#include "text/zone.h"

#include <string.h>

typedef struct row {
    const char *key;
    const char *names;
} row;

static const row rules[] = {
    { "<+00>0<+02>-2,M3.5.0/1,M10.5.0/3", "Antarctica/Troll" },
    { "<+01>-1", "Africa/Casablanca Africa/El_Aaiun Etc/GMT-1" },
    { "<+02>-2", "Etc/GMT-2" },
    { "<+0330>-3:30", "Asia/Tehran" },
    { "<+03>-3",
      "Antarctica/Syowa Asia/Aden Asia/Amman Asia/Baghdad Asia/Bahrain "
      "Asia/Damascus Asia/Kuwait Asia/Qatar Asia/Riyadh Etc/GMT-3 "
      "Europe/Istanbul Europe/Minsk" },
    { "<+0430>-4:30", "Asia/Kabul" },
    { "<+04>-4",
      "Asia/Baku Asia/Dubai Asia/Muscat Asia/Tbilisi Asia/Yerevan "
      "Etc/GMT-4 Europe/Astrakhan Europe/Samara Europe/Saratov "
      "Europe/Ulyanovsk Indian/Mahe Indian/Mauritius Indian/Reunion" },
    { "<+0530>-5:30", "Asia/Colombo" },
    { "<+0545>-5:45", "Asia/Kathmandu" },
    { "<+05>-5",
      "Antarctica/Mawson Antarctica/Vostok Asia/Almaty Asia/Aqtau "
      "Asia/Aqtobe Asia/Ashgabat Asia/Atyrau Asia/Dushanbe Asia/Oral "
      "Asia/Qostanay Asia/Qyzylorda Asia/Samarkand Asia/Tashkent "
      "Asia/Yekaterinburg Etc/GMT-5 Indian/Kerguelen Indian/Maldives" },
    { "<+0630>-6:30", "Asia/Yangon Indian/Cocos" },
    { "<+06>-6", "Asia/Bishkek Asia/Dhaka Asia/Omsk Asia/Thimphu Asia/Urumqi "
                 "Etc/GMT-6 Indian/Chagos" },
    { "<+07>-7",
      "Antarctica/Davis Asia/Bangkok Asia/Barnaul Asia/Ho_Chi_Minh "
      "Asia/Hovd Asia/Krasnoyarsk Asia/Novokuznetsk Asia/Novosibirsk "
      "Asia/Phnom_Penh Asia/Tomsk Asia/Vientiane Etc/GMT-7 "
      "Indian/Christmas" },
    { "<+0845>-8:45", "Australia/Eucla" },
    { "<+08>-8", "Antarctica/Casey Asia/Brunei Asia/Irkutsk Asia/Kuala_Lumpur "
                 "Asia/Kuching Asia/Singapore Asia/Ulaanbaatar Etc/GMT-8" },
    { "<+09>-9", "Asia/Chita Asia/Dili Asia/Khandyga Asia/Yakutsk Etc/GMT-9 "
                 "Pacific/Palau" },
    { "<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", "Australia/Lord_Howe" },
    { "<+10>-10",
      "Antarctica/DumontDUrville Asia/Ust-Nera Asia/Vladivostok Etc/GMT-10 "
      "Pacific/Chuuk Pacific/Port_Moresby" },
    { "<+11>-11", "Asia/Magadan Asia/Sakhalin Asia/Srednekolymsk Etc/GMT-11 "
                  "Pacific/Bougainville Pacific/Efate Pacific/Guadalcanal "
                  "Pacific/Kosrae Pacific/Noumea Pacific/Pohnpei" },
    { "<+11>-11<+12>,M10.1.0,M4.1.0/3", "Pacific/Norfolk" },
    { "<+1245>-12:45<+1345>,M9.5.0/2:45,M4.1.0/3:45", "Pacific/Chatham" },
    { "<+12>-12",
      "Asia/Anadyr Asia/Kamchatka Etc/GMT-12 Pacific/Fiji Pacific/Funafuti "
      "Pacific/Kwajalein Pacific/Majuro Pacific/Nauru Pacific/Tarawa "
      "Pacific/Wake Pacific/Wallis" },
    { "<+13>-13", "Etc/GMT-13 Pacific/Apia Pacific/Fakaofo Pacific/Kanton "
                  "Pacific/Tongatapu" },
    { "<+14>-14", "Etc/GMT-14 Pacific/Kiritimati" },
    { "<-01>1", "Atlantic/Cape_Verde Etc/GMT+1" },
    { "<-01>1<+00>,M3.5.0/0,M10.5.0/1", "Atlantic/Azores" },
    { "<-02>2", "America/Noronha Atlantic/South_Georgia Etc/GMT+2" },
    { "<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "America/Nuuk America/Scoresbysund" },
    { "<-03>3",
      "America/Araguaina America/Argentina/Buenos_Aires "
      "America/Argentina/Catamarca America/Argentina/Cordoba "
      "America/Argentina/Jujuy America/Argentina/La_Rioja "
      "America/Argentina/Mendoza America/Argentina/Rio_Gallegos "
      "America/Argentina/Salta America/Argentina/San_Juan "
      "America/Argentina/San_Luis America/Argentina/Tucuman "
      "America/Argentina/Ushuaia America/Asuncion America/Bahia "
      "America/Belem America/Cayenne America/Coyhaique America/Fortaleza "
      "America/Maceio America/Montevideo America/Paramaribo "
      "America/Punta_Arenas America/Recife America/Santarem "
      "America/Sao_Paulo Antarctica/Palmer Antarctica/Rothera "
      "Atlantic/Stanley Etc/GMT+3" },
    { "<-03>3<-02>,M3.2.0,M11.1.0", "America/Miquelon" },
    { "<-04>4", "America/Boa_Vista America/Campo_Grande America/Caracas "
                "America/Cuiaba America/Guyana America/La_Paz America/Manaus "
                "America/Porto_Velho Etc/GMT+4" },
    { "<-04>4<-03>,M9.1.6/24,M4.1.6/24", "America/Santiago" },
    { "<-05>5",
      "America/Bogota America/Eirunepe America/Guayaquil America/Lima "
      "America/Rio_Branco Etc/GMT+5" },
    { "<-06>6", "Etc/GMT+6 Pacific/Galapagos" },
    { "<-06>6<-05>,M9.1.6/22,M4.1.6/22", "Pacific/Easter" },
    { "<-07>7", "Etc/GMT+7" },
    { "<-08>8", "Etc/GMT+8 Pacific/Pitcairn" },
    { "<-0930>9:30", "Pacific/Marquesas" },
    { "<-09>9", "Etc/GMT+9 Pacific/Gambier" },
    { "<-10>10", "Etc/GMT+10 Pacific/Rarotonga Pacific/Tahiti" },
    { "<-11>11", "Etc/GMT+11 Pacific/Niue" },
    { "<-12>12", "Etc/GMT+12" },
    { "ACST-9:30", "Australia/Darwin" },
    { "ACST-9:30ACDT,M10.1.0,M4.1.0/3",
      "Australia/Adelaide Australia/Broken_Hill" },
    { "AEST-10", "Australia/Brisbane Australia/Lindeman" },
    { "AEST-10AEDT,M10.1.0,M4.1.0/3",
      "Antarctica/Macquarie Australia/Hobart Australia/Melbourne "
      "Australia/Sydney" },
    { "AKST9AKDT,M3.2.0,M11.1.0",
      "America/Anchorage America/Juneau America/Metlakatla America/Nome "
      "America/Sitka America/Yakutat" },
    { "AST4", "America/Anguilla America/Antigua America/Aruba America/Barbados "
              "America/Blanc-Sablon America/Curacao America/Dominica "
              "America/Grenada America/Guadeloupe America/Martinique "
              "America/Montserrat America/Port_of_Spain America/Puerto_Rico "
              "America/Santo_Domingo America/St_Kitts America/St_Lucia "
              "America/St_Thomas America/St_Vincent America/Tortola" },
    { "AST4ADT,M3.2.0,M11.1.0",
      "America/Glace_Bay America/Goose_Bay America/Halifax America/Moncton "
      "America/Thule Atlantic/Bermuda" },
    { "AWST-8", "Australia/Perth" },
    { "CAT-2", "Africa/Blantyre Africa/Bujumbura Africa/Gaborone Africa/Harare "
               "Africa/Juba Africa/Khartoum Africa/Kigali Africa/Lubumbashi "
               "Africa/Lusaka Africa/Maputo Africa/Windhoek" },
    { "CET-1", "Africa/Algiers Africa/Tunis" },
    { "CET-1CEST,M3.5.0,M10.5.0/3",
      "Africa/Ceuta CET Europe/Amsterdam Europe/Andorra Europe/Belgrade "
      "Europe/Berlin Europe/Brussels Europe/Budapest Europe/Copenhagen "
      "Europe/Gibraltar Europe/Ljubljana Europe/Luxembourg Europe/Madrid "
      "Europe/Malta Europe/Monaco Europe/Oslo Europe/Paris Europe/Prague "
      "Europe/Rome Europe/Sarajevo Europe/Skopje Europe/Stockholm "
      "Europe/Tirane Europe/Vaduz Europe/Vienna Europe/Warsaw "
      "Europe/Zagreb Europe/Zurich" },
    { "CST-8", "Asia/Macau Asia/Shanghai Asia/Taipei" },
    { "CST5CDT,M3.2.0/0,M11.1.0/1", "America/Havana" },
    { "CST6", "America/Bahia_Banderas America/Belize America/Chihuahua "
              "America/Costa_Rica America/El_Salvador America/Guatemala "
              "America/Managua America/Merida America/Mexico_City "
              "America/Monterrey America/Regina America/Swift_Current "
              "America/Tegucigalpa" },
    { "CST6CDT,M3.2.0,M11.1.0",
      "America/Chicago America/Indiana/Knox America/Indiana/Tell_City "
      "America/Matamoros America/Menominee America/North_Dakota/Beulah "
      "America/North_Dakota/Center America/North_Dakota/New_Salem "
      "America/Ojinaga America/Rankin_Inlet America/Resolute "
      "America/Winnipeg CST6CDT" },
    { "ChST-10", "Pacific/Guam Pacific/Saipan" },
    { "EAT-3", "Africa/Addis_Ababa Africa/Asmara Africa/Dar_es_Salaam "
               "Africa/Djibouti Africa/Kampala Africa/Mogadishu Africa/Nairobi "
               "Indian/Antananarivo Indian/Comoro Indian/Mayotte" },
    { "EET-2", "Africa/Tripoli Europe/Kaliningrad" },
    { "EET-2EEST,M3.4.4/50,M10.4.4/50", "Asia/Gaza Asia/Hebron" },
    { "EET-2EEST,M3.5.0,M10.5.0/3", "Europe/Chisinau" },
    { "EET-2EEST,M3.5.0/0,M10.5.0/0", "Asia/Beirut" },
    { "EET-2EEST,M3.5.0/3,M10.5.0/4",
      "Asia/Famagusta Asia/Nicosia EET Europe/Athens Europe/Bucharest "
      "Europe/Helsinki Europe/Kyiv Europe/Riga Europe/Sofia Europe/Tallinn "
      "Europe/Vilnius" },
    { "EET-2EEST,M4.5.5/0,M10.5.4/24", "Africa/Cairo" },
    { "EST5", "America/Atikokan America/Cancun America/Cayman America/Jamaica "
              "America/Panama EST" },
    { "EST5EDT,M3.2.0,M11.1.0",
      "America/Detroit America/Grand_Turk America/Indiana/Indianapolis "
      "America/Indiana/Marengo America/Indiana/Petersburg "
      "America/Indiana/Vevay America/Indiana/Vincennes "
      "America/Indiana/Winamac America/Iqaluit America/Kentucky/Louisville "
      "America/Kentucky/Monticello America/Nassau America/New_York "
      "America/Port-au-Prince America/Toronto EST5EDT" },
    { "GMT0",
      "Africa/Abidjan Africa/Accra Africa/Bamako Africa/Banjul "
      "Africa/Bissau Africa/Conakry Africa/Dakar Africa/Freetown "
      "Africa/Lome Africa/Monrovia Africa/Nouakchott Africa/Ouagadougou "
      "Africa/Sao_Tome America/Danmarkshavn Atlantic/Reykjavik "
      "Atlantic/St_Helena Etc/GMT" },
    { "GMT0BST,M3.5.0/1,M10.5.0",
      "Europe/Guernsey Europe/Isle_of_Man Europe/Jersey Europe/London" },
    { "HKT-8", "Asia/Hong_Kong" },
    { "HST10", "HST Pacific/Honolulu" },
    { "HST10HDT,M3.2.0,M11.1.0", "America/Adak" },
    { "IST-1GMT0,M10.5.0,M3.5.0/1", "Europe/Dublin" },
    { "IST-2IDT,M3.4.4/26,M10.5.0", "Asia/Jerusalem" },
    { "IST-5:30", "Asia/Kolkata" },
    { "JST-9", "Asia/Tokyo" },
    { "KST-9", "Asia/Pyongyang Asia/Seoul" },
    { "MET-1MEST,M3.5.0,M10.5.0/3", "MET" },
    { "MSK-3",
      "Europe/Kirov Europe/Moscow Europe/Simferopol Europe/Volgograd" },
    { "MST7", "America/Creston America/Dawson America/Dawson_Creek "
              "America/Fort_Nelson America/Hermosillo America/Mazatlan "
              "America/Phoenix America/Whitehorse MST" },
    { "MST7MDT,M3.2.0,M11.1.0",
      "America/Boise America/Cambridge_Bay America/Ciudad_Juarez "
      "America/Denver America/Edmonton America/Inuvik MST7MDT" },
    { "NST3:30NDT,M3.2.0,M11.1.0", "America/St_Johns" },
    { "NZST-12NZDT,M9.5.0,M4.1.0/3", "Antarctica/McMurdo Pacific/Auckland" },
    { "PKT-5", "Asia/Karachi" },
    { "PST-8", "Asia/Manila" },
    { "PST8PDT,M3.2.0,M11.1.0",
      "America/Los_Angeles America/Tijuana America/Vancouver PST8PDT" },
    { "SAST-2", "Africa/Johannesburg Africa/Maseru Africa/Mbabane" },
    { "SST11", "Pacific/Midway Pacific/Pago_Pago" },
    { "UTC0", "Etc/UTC" },
    { "WAT-1", "Africa/Bangui Africa/Brazzaville Africa/Douala Africa/Kinshasa "
               "Africa/Lagos Africa/Libreville Africa/Luanda Africa/Malabo "
               "Africa/Ndjamena Africa/Niamey Africa/Porto-Novo" },
    { "WET0WEST,M3.5.0/1,M10.5.0",
      "Atlantic/Canary Atlantic/Faroe Atlantic/Madeira Europe/Lisbon WET" },
    { "WIB-7", "Asia/Jakarta Asia/Pontianak" },
    { "WIT-9", "Asia/Jayapura" },
    { "WITA-8", "Asia/Makassar" },
};

static const row links[] = {
    { "Africa/Abidjan", "Africa/Timbuktu Iceland" },
    { "Africa/Cairo", "Egypt" },
    { "Africa/Nairobi", "Africa/Asmera" },
    { "Africa/Tripoli", "Libya" },
    { "America/Adak", "America/Atka US/Aleutian" },
    { "America/Anchorage", "US/Alaska" },
    { "America/Argentina/Buenos_Aires", "America/Buenos_Aires" },
    { "America/Argentina/Catamarca",
      "America/Argentina/ComodRivadavia America/Catamarca" },
    { "America/Argentina/Cordoba", "America/Cordoba America/Rosario" },
    { "America/Argentina/Jujuy", "America/Jujuy" },
    { "America/Argentina/Mendoza", "America/Mendoza" },
    { "America/Chicago", "US/Central" },
    { "America/Denver", "America/Shiprock Navajo US/Mountain" },
    { "America/Detroit", "US/Michigan" },
    { "America/Edmonton", "America/Yellowknife Canada/Mountain" },
    { "America/Halifax", "Canada/Atlantic" },
    { "America/Havana", "Cuba" },
    { "America/Indiana/Indianapolis",
      "America/Fort_Wayne America/Indianapolis US/East-Indiana" },
    { "America/Indiana/Knox", "America/Knox_IN US/Indiana-Starke" },
    { "America/Iqaluit", "America/Pangnirtung" },
    { "America/Jamaica", "Jamaica" },
    { "America/Kentucky/Louisville", "America/Louisville" },
    { "America/Los_Angeles", "US/Pacific" },
    { "America/Manaus", "Brazil/West" },
    { "America/Mazatlan", "Mexico/BajaSur" },
    { "America/Mexico_City", "Mexico/General" },
    { "America/New_York", "US/Eastern" },
    { "America/Noronha", "Brazil/DeNoronha" },
    { "America/Nuuk", "America/Godthab" },
    { "America/Panama", "America/Coral_Harbour" },
    { "America/Phoenix", "US/Arizona" },
    { "America/Puerto_Rico",
      "America/Kralendijk America/Lower_Princes America/Marigot "
      "America/St_Barthelemy America/Virgin" },
    { "America/Regina", "Canada/Saskatchewan" },
    { "America/Rio_Branco", "America/Porto_Acre Brazil/Acre" },
    { "America/Santiago", "Chile/Continental" },
    { "America/Sao_Paulo", "Brazil/East" },
    { "America/St_Johns", "Canada/Newfoundland" },
    { "America/Tijuana",
      "America/Ensenada America/Santa_Isabel Mexico/BajaNorte" },
    { "America/Toronto",
      "America/Montreal America/Nipigon America/Thunder_Bay Canada/Eastern" },
    { "America/Vancouver", "Canada/Pacific" },
    { "America/Whitehorse", "Canada/Yukon" },
    { "America/Winnipeg", "America/Rainy_River Canada/Central" },
    { "Asia/Ashgabat", "Asia/Ashkhabad" },
    { "Asia/Dhaka", "Asia/Dacca" },
    { "Asia/Ho_Chi_Minh", "Asia/Saigon" },
    { "Asia/Hong_Kong", "Hongkong" },
    { "Asia/Jerusalem", "Asia/Tel_Aviv Israel" },
    { "Asia/Kathmandu", "Asia/Katmandu" },
    { "Asia/Kolkata", "Asia/Calcutta" },
    { "Asia/Macau", "Asia/Macao" },
    { "Asia/Makassar", "Asia/Ujung_Pandang" },
    { "Asia/Nicosia", "Europe/Nicosia" },
    { "Asia/Seoul", "ROK" },
    { "Asia/Shanghai", "Asia/Chongqing Asia/Chungking Asia/Harbin PRC" },
    { "Asia/Singapore", "Singapore" },
    { "Asia/Taipei", "ROC" },
    { "Asia/Tehran", "Iran" },
    { "Asia/Thimphu", "Asia/Thimbu" },
    { "Asia/Tokyo", "Japan" },
    { "Asia/Ulaanbaatar", "Asia/Choibalsan Asia/Ulan_Bator" },
    { "Asia/Urumqi", "Asia/Kashgar" },
    { "Asia/Yangon", "Asia/Rangoon" },
    { "Atlantic/Faroe", "Atlantic/Faeroe" },
    { "Australia/Adelaide", "Australia/South" },
    { "Australia/Brisbane", "Australia/Queensland" },
    { "Australia/Broken_Hill", "Australia/Yancowinna" },
    { "Australia/Darwin", "Australia/North" },
    { "Australia/Hobart", "Australia/Currie Australia/Tasmania" },
    { "Australia/Lord_Howe", "Australia/LHI" },
    { "Australia/Melbourne", "Australia/Victoria" },
    { "Australia/Perth", "Australia/West" },
    { "Australia/Sydney", "Australia/ACT Australia/Canberra Australia/NSW" },
    { "Etc/GMT",
      "Etc/GMT+0 Etc/GMT-0 Etc/GMT0 Etc/Greenwich GMT GMT+0 GMT-0 GMT0 "
      "Greenwich" },
    { "Etc/UTC", "Etc/UCT Etc/Universal Etc/Zulu UCT UTC Universal Zulu" },
    { "Europe/Belgrade", "Europe/Podgorica" },
    { "Europe/Berlin", "Arctic/Longyearbyen Atlantic/Jan_Mayen" },
    { "Europe/Chisinau", "Europe/Tiraspol" },
    { "Europe/Dublin", "Eire" },
    { "Europe/Helsinki", "Europe/Mariehamn" },
    { "Europe/Istanbul", "Asia/Istanbul Turkey" },
    { "Europe/Kyiv", "Europe/Kiev Europe/Uzhgorod Europe/Zaporozhye" },
    { "Europe/Lisbon", "Portugal" },
    { "Europe/London", "Europe/Belfast GB GB-Eire" },
    { "Europe/Moscow", "W-SU" },
    { "Europe/Prague", "Europe/Bratislava" },
    { "Europe/Rome", "Europe/San_Marino Europe/Vatican" },
    { "Europe/Warsaw", "Poland" },
    { "Europe/Zurich", "Europe/Busingen" },
    { "Pacific/Auckland", "Antarctica/South_Pole NZ" },
    { "Pacific/Chatham", "NZ-CHAT" },
    { "Pacific/Easter", "Chile/EasterIsland" },
    { "Pacific/Guadalcanal", "Pacific/Ponape" },
    { "Pacific/Honolulu", "Pacific/Johnston US/Hawaii" },
    { "Pacific/Kanton", "Pacific/Enderbury" },
    { "Pacific/Kwajalein", "Kwajalein" },
    { "Pacific/Pago_Pago", "Pacific/Samoa US/Samoa" },
    { "Pacific/Port_Moresby", "Pacific/Truk Pacific/Yap" },
};

static bool has_name(const char *names, const char *name, size_t len)
{
    for (const char *at = names; (at = strstr(at, name)) != NULL; at += len) {
        if ((at == names || at[-1] == ' ') && (at[len] == 0 || at[len] == ' '))
            return true;
    }
    return false;
}

static const char *zone_find(const row *rows, size_t count, const char *name)
{
    const size_t len = strlen(name);

    for (size_t i = 0; len > 0 && i < count; i++) {
        if (has_name(rows[i].names, name, len))
            return rows[i].key;
    }
    return NULL;
}

const char *zone_table_rule(const char *name)
{
    return zone_find(rules, sizeof rules / sizeof *rules, name);
}

const char *zone_table_target(const char *name)
{
    return zone_find(links, sizeof links / sizeof *links, name);
}

const char *zone_table_names(size_t i)
{
    const size_t rule_count = sizeof rules / sizeof *rules;
    const size_t link_count = sizeof links / sizeof *links;

    if (i < rule_count)
        return rules[i].names;
    return i < rule_count + link_count ? links[i - rule_count].names : NULL;
}

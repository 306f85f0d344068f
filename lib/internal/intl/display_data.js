'use strict';
/*
 * internal/intl/display_data - names of regions, languages and scripts in
 * English, from the Unicode locale data. Languages are those with a code of two
 * letters and a few others.
 */

const regions = `
AC=Ascension Island; AD=Andorra; AE=United Arab Emirates; AF=Afghanistan;
AG=Antigua & Barbuda; AI=Anguilla; AL=Albania; AM=Armenia; AO=Angola;
AQ=Antarctica; AR=Argentina; AS=American Samoa; AT=Austria; AU=Australia;
AW=Aruba; AX=Åland Islands; AZ=Azerbaijan; BA=Bosnia & Herzegovina;
BB=Barbados; BD=Bangladesh; BE=Belgium; BF=Burkina Faso; BG=Bulgaria;
BH=Bahrain; BI=Burundi; BJ=Benin; BL=St. Barthélemy; BM=Bermuda; BN=Brunei;
BO=Bolivia; BQ=Caribbean Netherlands; BR=Brazil; BS=Bahamas; BT=Bhutan;
BV=Bouvet Island; BW=Botswana; BY=Belarus; BZ=Belize; CA=Canada;
CC=Cocos (Keeling) Islands; CD=Congo - Kinshasa; CF=Central African Republic;
CG=Congo - Brazzaville; CH=Switzerland; CI=Côte d’Ivoire; CK=Cook Islands;
CL=Chile; CM=Cameroon; CN=China; CO=Colombia; CP=Clipperton Island; CQ=Sark;
CR=Costa Rica; CU=Cuba; CV=Cape Verde; CW=Curaçao; CX=Christmas Island;
CY=Cyprus; CZ=Czechia; DE=Germany; DG=Diego Garcia; DJ=Djibouti; DK=Denmark;
DM=Dominica; DO=Dominican Republic; DZ=Algeria; EA=Ceuta & Melilla;
EC=Ecuador; EE=Estonia; EG=Egypt; EH=Western Sahara; ER=Eritrea; ES=Spain;
ET=Ethiopia; EU=European Union; EZ=Eurozone; FI=Finland; FJ=Fiji;
FK=Falkland Islands; FM=Micronesia; FO=Faroe Islands; FR=France; GA=Gabon;
GB=United Kingdom; GD=Grenada; GE=Georgia; GF=French Guiana; GG=Guernsey;
GH=Ghana; GI=Gibraltar; GL=Greenland; GM=Gambia; GN=Guinea; GP=Guadeloupe;
GQ=Equatorial Guinea; GR=Greece; GS=South Georgia & South Sandwich Islands;
GT=Guatemala; GU=Guam; GW=Guinea-Bissau; GY=Guyana; HK=Hong Kong SAR China;
HM=Heard & McDonald Islands; HN=Honduras; HR=Croatia; HT=Haiti; HU=Hungary;
IC=Canary Islands; ID=Indonesia; IE=Ireland; IL=Israel; IM=Isle of Man;
IN=India; IO=British Indian Ocean Territory; IQ=Iraq; IR=Iran; IS=Iceland;
IT=Italy; JE=Jersey; JM=Jamaica; JO=Jordan; JP=Japan; KE=Kenya;
KG=Kyrgyzstan; KH=Cambodia; KI=Kiribati; KM=Comoros; KN=St. Kitts & Nevis;
KP=North Korea; KR=South Korea; KW=Kuwait; KY=Cayman Islands; KZ=Kazakhstan;
LA=Laos; LB=Lebanon; LC=St. Lucia; LI=Liechtenstein; LK=Sri Lanka;
LR=Liberia; LS=Lesotho; LT=Lithuania; LU=Luxembourg; LV=Latvia; LY=Libya;
MA=Morocco; MC=Monaco; MD=Moldova; ME=Montenegro; MF=St. Martin;
MG=Madagascar; MH=Marshall Islands; MK=North Macedonia; ML=Mali;
MM=Myanmar (Burma); MN=Mongolia; MO=Macao SAR China;
MP=Northern Mariana Islands; MQ=Martinique; MR=Mauritania; MS=Montserrat;
MT=Malta; MU=Mauritius; MV=Maldives; MW=Malawi; MX=Mexico; MY=Malaysia;
MZ=Mozambique; NA=Namibia; NC=New Caledonia; NE=Niger; NF=Norfolk Island;
NG=Nigeria; NI=Nicaragua; NL=Netherlands; NO=Norway; NP=Nepal; NR=Nauru;
NU=Niue; NZ=New Zealand; OM=Oman; PA=Panama; PE=Peru; PF=French Polynesia;
PG=Papua New Guinea; PH=Philippines; PK=Pakistan; PL=Poland;
PM=St. Pierre & Miquelon; PN=Pitcairn Islands; PR=Puerto Rico;
PS=Palestinian Territories; PT=Portugal; PW=Palau; PY=Paraguay; QA=Qatar;
QO=Outlying Oceania; RE=Réunion; RO=Romania; RS=Serbia; RU=Russia; RW=Rwanda;
SA=Saudi Arabia; SB=Solomon Islands; SC=Seychelles; SD=Sudan; SE=Sweden;
SG=Singapore; SH=St. Helena; SI=Slovenia; SJ=Svalbard & Jan Mayen;
SK=Slovakia; SL=Sierra Leone; SM=San Marino; SN=Senegal; SO=Somalia;
SR=Suriname; SS=South Sudan; ST=São Tomé & Príncipe; SV=El Salvador;
SX=Sint Maarten; SY=Syria; SZ=Eswatini; TA=Tristan da Cunha;
TC=Turks & Caicos Islands; TD=Chad; TF=French Southern Territories; TG=Togo;
TH=Thailand; TJ=Tajikistan; TK=Tokelau; TL=Timor-Leste; TM=Turkmenistan;
TN=Tunisia; TO=Tonga; TR=Türkiye; TT=Trinidad & Tobago; TV=Tuvalu; TW=Taiwan;
TZ=Tanzania; UA=Ukraine; UG=Uganda; UM=U.S. Outlying Islands;
UN=United Nations; US=United States; UY=Uruguay; UZ=Uzbekistan;
VA=Vatican City; VC=St. Vincent & Grenadines; VE=Venezuela;
VG=British Virgin Islands; VI=U.S. Virgin Islands; VN=Vietnam; VU=Vanuatu;
WF=Wallis & Futuna; WS=Samoa; XA=Pseudo-Accents; XB=Pseudo-Bidi; XK=Kosovo;
YE=Yemen; YT=Mayotte; ZA=South Africa; ZM=Zambia; ZW=Zimbabwe;
ZZ=Unknown Region; 001=world; 002=Africa; 019=Americas; 142=Asia; 150=Europe;
009=Oceania; 419=Latin America;
`;

const languages = `
aa=Afar; ab=Abkhazian; ae=Avestan; af=Afrikaans; ak=Akan; am=Amharic;
an=Aragonese; ar=Arabic; as=Assamese; av=Avaric; ay=Aymara; az=Azerbaijani;
ba=Bashkir; be=Belarusian; bg=Bulgarian; bh=Bhojpuri; bi=Bislama; bm=Bambara;
bn=Bangla; bo=Tibetan; br=Breton; bs=Bosnian; ca=Catalan; ce=Chechen;
ch=Chamorro; co=Corsican; cr=Cree; cs=Czech; cu=Church Slavic; cv=Chuvash;
cy=Welsh; da=Danish; de=German; dv=Divehi; dz=Dzongkha; ee=Ewe; el=Greek;
en=English; eo=Esperanto; es=Spanish; et=Estonian; eu=Basque; fa=Persian;
ff=Fula; fi=Finnish; fj=Fijian; fo=Faroese; fr=French; fy=Western Frisian;
ga=Irish; gd=Scottish Gaelic; gl=Galician; gn=Guarani; gu=Gujarati; gv=Manx;
ha=Hausa; he=Hebrew; hi=Hindi; ho=Hiri Motu; hr=Croatian; ht=Haitian Creole;
hu=Hungarian; hy=Armenian; hz=Herero; ia=Interlingua; id=Indonesian;
ie=Interlingue; ig=Igbo; ii=Sichuan Yi; ik=Inupiaq; io=Ido; is=Icelandic;
it=Italian; iu=Inuktitut; ja=Japanese; jv=Javanese; ka=Georgian; kg=Kongo;
ki=Kikuyu; kj=Kuanyama; kk=Kazakh; kl=Kalaallisut; km=Khmer; kn=Kannada;
ko=Korean; kr=Kanuri; ks=Kashmiri; ku=Kurdish; kv=Komi; kw=Cornish;
ky=Kyrgyz; la=Latin; lb=Luxembourgish; lg=Ganda; li=Limburgish; ln=Lingala;
lo=Lao; lt=Lithuanian; lu=Luba-Katanga; lv=Latvian; mg=Malagasy;
mh=Marshallese; mi=Māori; mk=Macedonian; ml=Malayalam; mn=Mongolian;
mr=Marathi; ms=Malay; mt=Maltese; my=Burmese; na=Nauru; nb=Norwegian Bokmål;
nd=North Ndebele; ne=Nepali; ng=Ndonga; nl=Dutch; nn=Norwegian Nynorsk;
no=Norwegian; nr=South Ndebele; nv=Navajo; ny=Nyanja; oc=Occitan; oj=Ojibwa;
om=Oromo; or=Odia; os=Ossetic; pa=Punjabi; pi=Pali; pl=Polish; ps=Pashto;
pt=Portuguese; qu=Quechua; rm=Romansh; rn=Rundi; ro=Romanian; ru=Russian;
rw=Kinyarwanda; sa=Sanskrit; sc=Sardinian; sd=Sindhi; se=Northern Sami;
sg=Sango; si=Sinhala; sk=Slovak; sl=Slovenian; sm=Samoan; sn=Shona;
so=Somali; sq=Albanian; sr=Serbian; ss=Swati; st=Southern Sotho;
su=Sundanese; sv=Swedish; sw=Swahili; ta=Tamil; te=Telugu; tg=Tajik; th=Thai;
ti=Tigrinya; tk=Turkmen; tn=Tswana; to=Tongan; tr=Turkish; ts=Tsonga;
tt=Tatar; tw=Akan; ty=Tahitian; ug=Uyghur; uk=Ukrainian; ur=Urdu; uz=Uzbek;
ve=Venda; vi=Vietnamese; vo=Volapük; wa=Walloon; wo=Wolof; xh=Xhosa;
yi=Yiddish; yo=Yoruba; za=Zhuang; zh=Chinese; zu=Zulu; fil=Filipino;
haw=Hawaiian; yue=Cantonese;
`;

/* Languages of a region that have a name of their own. */
const dialects = `
en-US=American English; en-GB=British English; en-AU=Australian English;
en-CA=Canadian English; pt-BR=Brazilian Portuguese;
pt-PT=European Portuguese; es-ES=European Spanish; es-MX=Mexican Spanish;
es-419=Latin American Spanish; fr-CA=Canadian French; fr-CH=Swiss French;
de-AT=Austrian German; de-CH=Swiss High German; zh-Hans=Simplified Chinese;
zh-Hant=Traditional Chinese; nl-BE=Flemish;
`;

const scripts = `
Arab=Arabic; Armn=Armenian; Beng=Bangla; Cyrl=Cyrillic; Deva=Devanagari;
Ethi=Ethiopic; Geor=Georgian; Grek=Greek; Gujr=Gujarati; Guru=Gurmukhi;
Hang=Hangul; Hani=Han; Hans=Simplified; Hant=Traditional; Hebr=Hebrew;
Hira=Hiragana; Jpan=Japanese; Kana=Katakana; Khmr=Khmer; Knda=Kannada;
Kore=Korean; Laoo=Lao; Latn=Latin; Mlym=Malayalam; Mymr=Myanmar;
Sinh=Sinhala; Taml=Tamil; Telu=Telugu; Thai=Thai; Tibt=Tibetan;
`;

function readNames(text) {
    const names = { __proto__: null };
    for (const entry of text.split(/;\s+/)) {
        const [code, name] = entry.trim().replace(/;$/, '').split('=');
        if (name !== undefined)
            names[code] = name;
    }
    return names;
}

module.exports = {
    dialects: readNames(dialects), languages: readNames(languages),
    regions: readNames(regions), scripts: readNames(scripts),
};

// i18next and intl-messageformat: texts by language and by number.
const i18next = require('i18next');
const { IntlMessageFormat } = require('intl-messageformat');

const cars = (...forms) =>
    Object.fromEntries(forms.map((form) => [`car_${form}`, `{{count}} ${form}`]));
const forms = {
    en: ['one', 'other'],
    ar: ['zero', 'one', 'two', 'few', 'many', 'other'],
    ru: ['one', 'few', 'many', 'other'],
    pl: ['one', 'few', 'many', 'other'],
    cs: ['one', 'few', 'many', 'other'],
    ja: ['other'],
};
const resources = Object.fromEntries(
    Object.entries(forms).map(([language, list]) => [
        language,
        { translation: cars(...list) },
    ]),
);
Object.assign(resources.en.translation, {
    hi: 'Hi {{name}}',
    place_ordinal_one: '{{count}}st',
    place_ordinal_two: '{{count}}nd',
    place_ordinal_few: '{{count}}rd',
    place_ordinal_other: '{{count}}th',
    deep: { er: 'a $t(hi) b' },
    friend_male: 'he',
});
i18next.init({ lng: 'en', fallbackLng: 'en', resources }, async (error, t) => {
    console.log(t('hi', { name: '<B>' }), t('deep.er', { name: 'C' }), t('none'));
    console.log(t('friend', { context: 'male' }), i18next.exists('hi'));
    const places = [1, 2, 3, 4, 11, 22].map((count) =>
        t('place', { count, ordinal: true }),
    );
    console.log(places.join(' '));
    for (const language of Object.keys(forms)) {
        await i18next.changeLanguage(language);
        const texts = [0, 1, 2, 3, 5, 11, 21, 100, 1.5].map((count) =>
            i18next.t('car', { count }),
        );
        console.log(language, texts.join(', '));
    }
});

const text =
    '{n, plural, =0 {none} one {# cat} other {# cats}} ' +
    '{g, select, m {he} other {they}} {p, number, percent} <b>x</b>';
const format = new IntlMessageFormat(text, 'en-US');
for (const n of [0, 1, 2])
    console.log(format.format({ n, g: 'm', p: 0.5, b: (parts) => `[${parts}]` }));
try {
    new IntlMessageFormat('{n').format();
} catch (error) {
    console.log(error.message.split('\n')[0]);
}

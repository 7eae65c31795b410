/** @jest-environment jsdom */
import { createI18n } from '@coulisse/mfe-kit/i18n';
import fc from 'fast-check';
import en from './en';
import fr from './fr';
import laterEn from './later-en';
import laterFr from './later-fr';
import seatsEn from './seats-en';
import seatsFr from './seats-fr';
import { type Namespaces, translator } from './translator';

const LANGUAGES: Record<'fr' | 'en', Namespaces> = {
  fr: { ui: fr.ui, front: { ...fr.front, ...seatsFr, ...laterFr } },
  en: { ui: en.ui, front: { ...en.front, ...seatsEn, ...laterEn } },
};
const NAMESPACES = ['front', 'ui'] as const;
const withoutPlural = (key: string) => key.replace(/_(?:zero|one|two|few|many|other)$/, '');

describe.each(['fr', 'en'] as const)('texts in %s', (language) => {
  const i18n = createI18n({
    language,
    locales: { front: { fr: LANGUAGES.fr.front, en: LANGUAGES.en.front } },
  });

  it.each(NAMESPACES)('of %s are what i18next makes of them, whatever the values', (namespace) => {
    const texts = LANGUAGES[language][namespace];
    const t = translator(language, texts);
    const expected = i18n.getFixedT(language, namespace);
    const variables = [...new Set(JSON.stringify(texts).match(/(?<=\{\{\s*)\w+/g))];
    // i18next looks for variables inside of values too.
    const value = fc.string({ unit: 'grapheme-ascii' }).map((text) => text.replace(/[{}$]/g, ''));
    const values = fc.record({
      ...Object.fromEntries(variables.map((name) => [name, value])),
      count: fc.oneof(fc.nat({ max: 30 }), fc.constantFrom(1_000_000, 2_000_000)),
    });
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(texts).map(withoutPlural)), values, (key, completed) => {
        expect(t(key, completed)).toBe(expected(key, completed));
      }),
      { numRuns: 500 },
    );
  });

  it('without values, every text is the same too', () => {
    for (const namespace of NAMESPACES) {
      const t = translator(language, LANGUAGES[language][namespace]);
      const expected = i18n.getFixedT(language, namespace);
      const keys = Object.entries(LANGUAGES[language][namespace])
        .filter(([key, text]) => withoutPlural(key) === key && !text.includes('{{'))
        .map(([key]) => key);
      expect(keys.length).toBeGreaterThan(5);
      expect(keys.map((key) => t(key))).toEqual(keys.map((key) => expected(key)));
    }
  });

  it('an unknown key is shown as it is', () => {
    expect(translator(language, {})('nothing.here')).toBe('nothing.here');
  });
});

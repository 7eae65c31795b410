import i18next from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { initReactI18next } from 'react-i18next';
import type { FieldDescriptor } from '@coulisse/mfe-kit';
import en from './locales/en.json';
import fr from './locales/fr.json';
import { EmptyValue } from './empty-value';

const field = (overrides: Partial<FieldDescriptor>): FieldDescriptor => ({
  name: 'seatsPerCart',
  type: 'int',
  required: false,
  label: { fr: 'Places par panier', en: 'Seats per cart' },
  ...overrides,
});

beforeAll(() =>
  i18next.use(initReactI18next).init({
    lng: 'fr',
    keySeparator: false,
    resources: { fr: { resource: fr }, en: { resource: en } },
  }),
);

test.each<[string, Partial<FieldDescriptor>, string]>([
  ['fr', { fallback: 20 }, '<span class="r-number">20</span> (par défaut)'],
  ['en', { fallback: 0 }, '<span class="r-number">0</span> (default)'],
  ['fr', {}, '—'],
])('a field without a value in %s, described as %j', async (language, overrides, shown) => {
  await i18next.changeLanguage(language);
  expect(renderToStaticMarkup(<EmptyValue field={field(overrides)} />)).toBe(
    `<span class="c-faint">${shown}</span>`,
  );
});

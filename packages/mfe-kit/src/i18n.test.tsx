/** @jest-environment jsdom */
import { act, render, screen } from '@testing-library/react';
import { I18nextProvider, useTranslation } from 'react-i18next';
import { chooseLanguage, createI18n, showIn } from './i18n';

const TEXTS = { fr: { shell: { brand: 'Coulisse, le théâtre' } }, en: { shell: { brand: 'Coulisse' } } };
const load = jest.fn(async (language: 'fr' | 'en') => TEXTS[language]);

/** Shows a text, and changes the language with what `useTranslation` returns, as pages do. */
const Page = ({ change }: { change: typeof showIn | typeof chooseLanguage }) => {
  const { t, i18n } = useTranslation('shell');
  return <button onClick={() => void change(i18n, 'fr')}>{t('brand')}</button>;
};

beforeEach(() => {
  localStorage.clear();
  // jsdom has none.
  globalThis.reportError = jest.fn();
});

it.each([showIn, chooseLanguage])('loads the texts of the language that a page asks for', async (change) => {
  const i18n = createI18n({ language: 'en', texts: TEXTS.en, load });
  render(
    <I18nextProvider i18n={i18n}>
      <Page change={change} />
    </I18nextProvider>,
  );
  const button = screen.getByRole('button', { name: 'Coulisse' });
  await act(async () => button.click());
  expect(button.textContent).toBe('Coulisse, le théâtre');
  expect(document.documentElement.lang).toBe('fr');
});

it('stays as it is when the texts cannot be loaded', async () => {
  const i18n = createI18n({
    language: 'en',
    texts: TEXTS.en,
    load: () => Promise.reject(new Error('no line')),
  });
  await expect(showIn(i18n, 'fr')).rejects.toThrow('no line');
  expect(i18n.t('brand', { ns: 'shell' })).toBe('Coulisse');
});

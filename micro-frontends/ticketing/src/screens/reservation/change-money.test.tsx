/** @jest-environment jsdom */
import { render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { createI18n } from '@coulisse/mfe-kit';
import en from '../../locales/en.json';
import fr from '../../locales/fr.json';
import { BelowLeast } from './below-least';
import { ChangeMoney } from './change-money';

const show = (part: ReactNode) =>
  render(
    <I18nextProvider i18n={createI18n({ language: 'fr', locales: { ticketing: { fr, en } } })}>
      {part}
    </I18nextProvider>,
  );

test('all results of a change stand together', () => {
  const quote = {
    ...{ edition: 1, totalBeforeMinor: 20_000, totalMinor: 10_000, paidMinor: 20_000 },
    ...{ backMinor: 10_000, toVoucherMinor: 4_000, dueMinor: 0, creditMinor: 0 },
  };
  show(<ChangeMoney quote={quote} surplus="REFUND" onSurplus={jest.fn()} />);
  const results = [...document.querySelectorAll('[data-result]')].map(({ textContent }) => textContent);
  expect(results).toHaveLength(2);
  expect(results[0]).toMatch(/^À rembourser/);
  expect(results[1]).toMatch(/^Revient sur le bon cadeau/);
});

test('a group that becomes too small for its formula is named, with what becomes of its price', () => {
  show(<BelowLeast formulas={[{ formula: 'Groupe', people: 7, least: 8 }]} />);
  screen.getByText(
    'Le groupe passe à 7 personnes, sous le minimum de 8 de la formule « Groupe » : il en garde le prix.',
  );
});

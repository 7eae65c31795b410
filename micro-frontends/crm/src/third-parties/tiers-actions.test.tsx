/** @jest-environment jsdom */
import { describedResource } from '@coulisse/resource-samples/testing';
import { render, screen } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { MemoryRouter } from 'react-router';
import { createI18n } from '@coulisse/mfe-kit';
import en from '../locales/en.json';
import fr from '../locales/fr.json';
import { TiersActions } from './tiers-actions';

let rights: readonly string[] = [];
jest.mock('@coulisse/mfe-kit', () => ({
  ...jest.requireActual<object>('@coulisse/mfe-kit'),
  useMay: () => (right: string) => rights.includes(right),
}));

const linksOf = (values: object): (string | null)[] => {
  render(
    <I18nextProvider i18n={createI18n({ language: 'en', locales: { crm: { fr, en } } })}>
      <MemoryRouter>
        <TiersActions
          record={{ id: 't1', version: 1, kind: 'particular', ...values }}
          descriptor={describedResource('crm.tiers')}
          reload={() => undefined}
        />
      </MemoryRouter>
    </I18nextProvider>,
  );
  return screen.queryAllByRole('link').map((link) => link.getAttribute('href'));
};

const SALE = '/prestiscene/reservations/add?tiers=t1';

test('a sale to a customer begins on their record, for whoever may sell', () => {
  rights = ['ticketing.reservation.sell'];
  expect(linksOf({})).toEqual([SALE]);
  expect(screen.getByTestId('sell-to-customer').textContent).toBe('New reservation');
});

test('an internal person also has an employee sheet', () => {
  rights = ['ticketing.reservation.sell'];
  expect(linksOf({ particularType: 'INTERNAL' })).toEqual(['/crm/tiers/t1/employee-informations', SALE]);
});

test.each([
  ['whoever may not sell', [], {}],
  ['a supplier', ['ticketing.reservation.sell'], { kind: 'supplier' }],
  ['an archived record', ['ticketing.reservation.sell'], { isArchived: true }],
])('no sale begins for %s', (_name, granted, values) => {
  rights = granted;
  expect(linksOf(values)).toEqual([]);
});

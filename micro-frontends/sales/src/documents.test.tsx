/** @jest-environment jsdom */
import { describedResource } from '@coulisse/resource-samples/testing';
import { render, screen } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { createI18n, type ResourceRow } from '@coulisse/mfe-kit';
import { bill } from './documents';
import { LeftCell } from './left-cell';
import en from './locales/en.json';
import fr from './locales/fr.json';

const SETTLED = ['amountPaid', 'amountBoxOffice', 'amountCredited', 'amountLeft'];
const settledFields = (values: Record<string, unknown>) =>
  SETTLED.filter((field) => bill.visible?.(field, { amountBoxOffice: '0.00', ...values }));

test('a draft of a bill says nothing of what is settled: its text alone tells what the box office has', () => {
  for (const state of ['DRAFT', 'FORECAST', 'PROFORMA', 'PROFORMA_SENDED'])
    expect(settledFields({ state, amountBoxOffice: '178.00' })).toEqual([]);
  expect(settledFields({ state: 'POSTED' })).toEqual(['amountPaid', 'amountCredited', 'amountLeft']);
  expect(settledFields({ state: 'PAID', amountBoxOffice: '178.00' })).toEqual(SETTLED);
});

test.each([
  ['DRAFT', '—'],
  ['POSTED', '€178.00'],
])('a list shows what is left of a bill that is %s as %s', (state, shown) => {
  const descriptor = describedResource('sales.bill');
  const row = { id: 'b1', version: 1, state } as ResourceRow;
  const field = { name: 'amountLeft' } as (typeof descriptor.fields)[number];
  render(
    <I18nextProvider i18n={createI18n({ language: 'en', locales: { sales: { fr, en } } })}>
      <LeftCell {...{ row, descriptor, field }} value="178.00" />
    </I18nextProvider>,
  );
  expect(screen.getByText(shown)).toBeTruthy();
});

/** @jest-environment jsdom */
import { describedResource, recordedCalls } from '@coulisse/resource-samples/testing';
import { cleanup, screen } from '@testing-library/react';
import en from '../../locales/en.json';
import fr from '../../locales/fr.json';
import BankCard from './bank-card';

const NOTIFICATION = '/app-api/payments/systempay/notification';
const OWN = {
  bankKitMode: 'SYSTEMPAY',
  providerCredentials: { siteId: '12345678', mode: 'TEST', key: '••••••••' },
  providerUrls: { host: null, notification: NOTIFICATION, return: '/app/theatres/lumiere' },
};

const show = (values: object, visible: readonly string[] = []) => {
  cleanup();
  const record = { id: 's1', version: 1, ...values };
  recordedCalls(<BankCard record={record} />, { visible, locales: { ticketing: { fr, en } } });
  return screen.getByTestId('own-bank').textContent ?? '';
};

test('says which shop it is, that it has a key, and what to enter at the bank', () => {
  const text = show(OWN);
  for (const part of ['Systempay', '12345678', 'Test', '••••••••', `http://localhost${NOTIFICATION}`])
    expect(text).toContain(part);
  expect(screen.getAllByRole('button')).toHaveLength(2);
  const elsewhere = show({ ...OWN, providerUrls: { ...OWN.providerUrls, host: 'billets.lumiere.example' } });
  expect(elsewhere).toContain(`https://billets.lumiere.example${NOTIFICATION}`);
});

test('has nothing to enter with the account of the installation', () => {
  const text = show({ bankKitMode: 'PAYBOX', providerCredentials: null, providerUrls: null });
  expect(text).toContain(en['bank.platform']);
  expect(screen.queryByTestId('bank-urls')).toBeNull();
});

test('leads to the settings of the bank for who may see them', () => {
  show(OWN);
  expect(screen.queryByRole('link')).toBeNull();
  show(OWN, [describedResource('payments.bank-settings').name]);
  expect(screen.getByRole('link').getAttribute('href')).toBe('/sale/bank-settings');
});

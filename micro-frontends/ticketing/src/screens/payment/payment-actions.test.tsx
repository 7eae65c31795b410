/** @jest-environment jsdom */
import { describedResource } from '@coulisse/resource-samples/testing';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { I18nextProvider } from 'react-i18next';
import { type Api, ApiProvider, createI18n, type ResourceRow } from '@coulisse/mfe-kit';
import { resourceLocales } from '@coulisse/resource-ui/locales';
import { ToastProvider } from '@coulisse/ui-kit';
import en from '../../locales/en.json';
import fr from '../../locales/fr.json';
import { PaymentActions } from './payment-actions';

jest.mock('@coulisse/mfe-kit', () => ({
  ...jest.requireActual<object>('@coulisse/mfe-kit'),
  useMay: () => () => true,
}));

const PAID = { id: 'p1', version: 2, state: 'VALIDATED', refundState: 'NONE' };
/** Set to be refunded by the event of a cancellation, which came after the page was opened. */
const MARKED = { ...PAID, version: 3, refundState: 'TO_REFUND' };

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const open = (first: ResourceRow) => {
  let stored = first;
  const reads = jest.fn(async () => stored);
  const Page = () => {
    const [record, setRecord] = useState(first);
    return (
      <PaymentActions
        record={record}
        descriptor={describedResource('payments.payment')}
        reload={() => setRecord(stored)}
      />
    );
  };
  render(
    <I18nextProvider
      i18n={createI18n({ language: 'en', locales: { resource: resourceLocales, ticketing: { fr, en } } })}
    >
      <ApiProvider api={{ get: reads } as unknown as Api}>
        <QueryClientProvider client={new QueryClient()}>
          <ToastProvider>
            <Page />
          </ToastProvider>
        </QueryClientProvider>
      </ApiProvider>
    </I18nextProvider>,
  );
  return { reads, store: (record: ResourceRow) => (stored = record) };
};
const wait = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

test('a payment that was opened just before its cancellation arrived offers its refund by itself', async () => {
  const { store } = open(PAID);
  await wait(100);
  expect(screen.queryByTestId('refund-record')).toBeNull();
  store(MARKED);
  await wait(2_100);
  expect(screen.queryByTestId('refund-record')).not.toBeNull();
});

test('it is asked for a few seconds only', async () => {
  const { reads } = open(PAID);
  await wait(60_000);
  expect(reads).toHaveBeenCalledTimes(5);
});

test('a payment that is to be refunded is not asked again', async () => {
  const { reads } = open(MARKED);
  await wait(10_000);
  expect(reads).not.toHaveBeenCalled();
  expect(screen.queryByTestId('refund-record')).not.toBeNull();
});

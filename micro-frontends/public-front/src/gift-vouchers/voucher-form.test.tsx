/** @jest-environment jsdom */
import '@coulisse/resource-samples/testing';
import { createI18n } from '@coulisse/mfe-kit/i18n';
import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { I18nextProvider } from 'react-i18next';
import en from '../texts/en';
import fr from '../texts/fr';
import laterEn from '../texts/later-en';
import laterFr from '../texts/later-fr';
import { VoucherForm } from './voucher-form';
import { EMPTY, type VoucherValues } from './voucher-order';
import { VoucherSummary } from './voucher-summary';
import type { VoucherOffer } from './voucher-types';

const i18n = createI18n({
  language: 'en',
  locales: { front: { fr: { ...fr.front, ...laterFr }, en: { ...en.front, ...laterEn } } },
});
const offer: VoucherOffer = {
  ...{ cannotBeSoldMessage: null, formulas: [], postage: null, giftBag: null, asksAddress: false },
  ...{
    thankYouText: null,
    leastMinor: 100,
    mostMinor: 1_000_000,
    today: '2026-11-26',
    lastDay: '2027-11-26',
  },
};
const formula = { id: 'f', name: 'Dinner', description: '', priceMinor: 8_900, minimumNumberOfPeople: 2 };

function Shop({ sold }: { sold: VoucherOffer }) {
  const [values, setValues] = useState<VoucherValues>({ ...EMPTY, amount: '50' });
  return (
    <I18nextProvider i18n={i18n}>
      <VoucherForm id="gift" offer={sold} values={values} onChange={setValues} onSubmit={() => undefined} />
      <VoucherSummary voucher={values} offer={sold}>
        {null}
      </VoucherSummary>
    </I18nextProvider>
  );
}
const open = (changes: Partial<VoucherOffer> = {}) => render(<Shop sold={{ ...offer, ...changes }} />);

beforeEach(() => sessionStorage.clear());

test('there is no choice where amounts alone are sold, and one between an amount and each formula', () => {
  const { unmount } = open();
  expect(screen.queryAllByRole('radio')).toEqual([]);
  expect(screen.getByLabelText(/^Amount/)).toHaveProperty('value', '50');
  unmount();
  open({ formulas: [formula] });
  expect(screen.getAllByRole('radio')).toHaveLength(2);
});

test('a gift bag is offered with its contents and price, and adds that price to the total alone', () => {
  const { unmount } = open();
  expect(screen.queryByTestId('gift-bag')).toBeNull();
  unmount();
  open({ giftBag: { contents: 'Programme & glass', priceMinor: 1_250 } });
  const total = () => screen.getByTestId('gift-total').textContent;
  expect(total()).toBe('€50.00');
  fireEvent.click(screen.getByRole('checkbox', { name: /Programme & glass.*€12\.50/ }));
  expect(total()).toBe('€62.50');
  expect(screen.getByText('Value').nextElementSibling?.textContent).toBe('€50.00');
  expect(screen.getByText('Gift bag').nextElementSibling?.textContent).toBe('€12.50');
});

test('a gift bag that costs nothing names no price', () => {
  open({ giftBag: { contents: 'Programme', priceMinor: 0 } });
  fireEvent.click(screen.getByTestId('gift-bag'));
  expect(screen.getByTestId('gift-bag').parentElement?.textContent).not.toContain('€');
  expect(screen.getByTestId('gift-total').textContent).toBe('€50.00');
});

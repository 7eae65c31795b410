/** @jest-environment jsdom */
import '@coulisse/resource-samples/testing';
import { createI18n } from '@coulisse/mfe-kit/i18n';
import { render } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { FixedRouter, Pages } from '../routing/router';
import en from '../texts/en';
import fr from '../texts/fr';
import laterEn from '../texts/later-en';
import laterFr from '../texts/later-fr';
import { EmptyCart } from './checkout-frame';
import { startLink } from './link-cart';
import { endPayment, startPayment } from './paid-cart';

const i18n = createI18n({
  language: 'en',
  locales: { front: { fr: { ...fr.front, ...laterFr }, en: { ...en.front, ...laterEn } } },
});
const shownFor = (cart: string): string => {
  const { container, unmount } = render(
    <I18nextProvider i18n={i18n}>
      <FixedRouter base="/app" path={`/app/cart/${cart}`}>
        <Pages pages={{ '/cart/:id': <EmptyCart cart={null} /> }} />
      </FixedRouter>
    </I18nextProvider>,
  );
  const text = container.textContent;
  unmount();
  return text;
};

test('a cart that is gone says whether it was paid, reserved by link, or put back on sale', () => {
  expect(shownFor('c1')).toContain('Your seats are back on sale');
  startLink('c1');
  expect(shownFor('c1')).toContain('Check your inbox before you book again.');
  expect(shownFor('c1')).not.toContain('back on sale');
  expect(shownFor('c2')).toContain('Your seats are back on sale');
  startPayment('c1', 'r1');
  endPayment('r1');
  expect(shownFor('c1')).toContain('This reservation has already been paid');
});

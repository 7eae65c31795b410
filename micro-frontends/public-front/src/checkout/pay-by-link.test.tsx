/** @jest-environment jsdom */
import '@coulisse/resource-samples/testing';
import { createI18n } from '@coulisse/mfe-kit/i18n';
import { fireEvent, render, screen } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import type { HeldCart } from '../api/booking-queries';
import { FixedRouter } from '../routing/router';
import en from '../texts/en';
import fr from '../texts/fr';
import laterEn from '../texts/later-en';
import laterFr from '../texts/later-fr';
import { PayByLinkButton, reserveByLink } from './pay-by-link';
import { endLink, isLinkCart } from './link-cart';

const i18n = createI18n({
  language: 'en',
  locales: { front: { fr: { ...fr.front, ...laterFr }, en: { ...en.front, ...laterEn } } },
});

test('the link is chosen by its own button alone: Enter in a field presses the button that pays', () => {
  const calls: string[] = [];
  render(
    <I18nextProvider i18n={i18n}>
      <FixedRouter base="/app" path="/app">
        <form
          id="customer"
          onSubmit={(event) => {
            event.preventDefault();
            calls.push('submit');
          }}
        >
          <input name="email" />
        </form>
        <PayByLinkButton formId="customer" hours={48} busy={false} onChoose={() => calls.push('choose')} />
        <button type="submit" form="customer" data-testid="pay" />
      </FixedRouter>
    </I18nextProvider>,
  );
  const submitting = [...document.querySelectorAll<HTMLButtonElement>('button')].filter(
    ({ type }) => type === 'submit',
  );
  expect(submitting.map(({ dataset }) => dataset['testid'])).toEqual(['pay']);
  fireEvent.click(screen.getByTestId('pay-by-link'));
  expect(calls).toEqual(['choose', 'submit']);
});

test('a tab remembers the cart that it reserves by link, also when the answer is lost', async () => {
  globalThis.fetch = jest.fn().mockRejectedValue(new TypeError('network'));
  await expect(reserveByLink({ id: 'c1', expiresAt: 'x' } as HeldCart, 'r1')).rejects.toThrow();
  expect([isLinkCart('c1'), isLinkCart('c2')]).toEqual([true, false]);
  endLink();
  expect(isLinkCart('c1')).toBe(false);
});

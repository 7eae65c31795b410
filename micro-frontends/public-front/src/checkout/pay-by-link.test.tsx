/** @jest-environment jsdom */
import '@coulisse/resource-samples/testing';
import { createI18n } from '@coulisse/mfe-kit/i18n';
import { fireEvent, render, screen } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { FixedRouter } from '../routing/router';
import en from '../texts/en';
import fr from '../texts/fr';
import laterEn from '../texts/later-en';
import laterFr from '../texts/later-fr';
import { PayByLinkButton } from './pay-by-link';

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

/** @jest-environment jsdom */
import '@coulisse/resource-samples/testing';
import { createI18n } from '@coulisse/mfe-kit/i18n';
import { ApiProblem } from '@coulisse/mfe-kit/api';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { FixedRouter } from '../routing/router';
import type { HeldCart } from '../api/booking-queries';
import type { Account } from '../api/types';
import en from '../texts/en';
import fr from '../texts/fr';
import laterEn from '../texts/later-en';
import laterFr from '../texts/later-fr';
import { CustomerForm } from './customer-fields';
import type { CustomerValues } from './customer-form';
import { readDraft } from './draft';

const i18n = createI18n({
  language: 'en',
  locales: { front: { fr: { ...fr.front, ...laterFr }, en: { ...en.front, ...laterEn } } },
});
const cart = { customer: null, performance: { organiser: { name: 'Rideau', slug: 'rideau' } } } as HeldCart;
const account = { firstName: 'Léa', lastName: 'Moreau', email: 'lea@example.fr' } as Account;

const open = ({ asksAddress = true } = {}) => {
  const onSubmit = jest.fn<void, [CustomerValues]>();
  const form = (shown: unknown) => (
    <I18nextProvider i18n={i18n}>
      <FixedRouter base="/app" path="/app">
        <CustomerForm
          id="customer"
          cart={cart}
          account={account}
          asksAddress={asksAddress}
          error={shown}
          onSubmit={onSubmit}
        />
      </FixedRouter>
    </I18nextProvider>
  );
  const view = render(form(null));
  return { onSubmit, refuse: (problem: unknown) => view.rerender(form(problem)) };
};
const input = (name: string) => document.getElementById(`customer-${name}`) as HTMLInputElement;
const type = (name: string, value: string) => fireEvent.change(input(name), { target: { value } });
const submit = () => fireEvent.submit(document.getElementById('customer') as HTMLFormElement);
const summary = () => document.querySelector<HTMLElement>('.form-summary');
const isWrong = (name: string) => input(name).getAttribute('aria-invalid') === 'true';
const fill = () => {
  type('addressLine1', '3 rue des Arts');
  type('zipCode', '75011');
  type('city', 'Paris');
  fireEvent.click(screen.getByTestId('terms'));
};

beforeEach(() => sessionStorage.clear());

test('missing values are named together, with the focus, before anything is sent', async () => {
  const { onSubmit } = open();
  expect(input('firstName').value).toBe('Léa');
  submit();
  await within(summary() as HTMLElement).findByText(/4 fields need your attention/);
  await waitFor(() => expect(document.activeElement).toBe(summary()));
  expect(['firstName', 'addressLine1', 'zipCode', 'city', 'cgvAccepted'].map(isWrong)).toEqual([
    false,
    ...[true, true, true, true],
  ]);
  expect(onSubmit).not.toHaveBeenCalled();
  type('city', 'Paris');
  await within(summary() as HTMLElement).findByText(/3 fields need your attention/);
});

test('the postcode is judged again when the country changes', async () => {
  open();
  fill();
  type('zipCode', '1000');
  submit();
  await waitFor(() => expect(isWrong('zipCode')).toBe(true));
  type('country', 'BE');
  await waitFor(() => expect(isWrong('zipCode')).toBe(false));
});

test('complete values are sent; what was typed is stored for this tab, without the terms', async () => {
  const { onSubmit } = open();
  fill();
  expect(readDraft()).toEqual({ addressLine1: '3 rue des Arts', zipCode: '75011', city: 'Paris' });
  submit();
  await waitFor(() => expect(onSubmit).toHaveBeenCalledTimes(1));
  expect(onSubmit.mock.calls[0]?.[0]).toMatchObject({
    ...{ firstName: 'Léa', zipCode: '75011', country: 'FR', cgvAccepted: true, newsletterSubscribed: false },
  });
  expect(readDraft()).toMatchObject({ firstName: 'Léa' });
  expect(readDraft()).not.toHaveProperty('cgvAccepted');
});

test('an error of the service belongs to its field until that is edited', async () => {
  const { onSubmit, refuse } = open();
  fill();
  submit();
  await waitFor(() => expect(onSubmit).toHaveBeenCalled());
  refuse(
    new ApiProblem(422, { errors: [{ pointer: '/customer/email', code: 'x', detail: 'Unknown domain.' }] }),
  );
  await screen.findByText('Unknown domain.');
  await waitFor(() => expect(document.activeElement).toBe(summary()));
  type('email', 'lea@example.com');
  await waitFor(() => expect(screen.queryByText('Unknown domain.')).toBeNull());
  refuse(new ApiProblem(409, { detail: 'The seats are gone.' }));
  await screen.findByText('The seats are gone.');
});

test('a guest types three fields; the telephone is there when it is asked for', async () => {
  const { onSubmit, refuse } = open({ asksAddress: false });
  expect(screen.getAllByRole('textbox')).toHaveLength(3);
  fireEvent.click(screen.getByTestId('add-telephone'));
  type('telephone', '06 12 34 56 78');
  fireEvent.click(screen.getByTestId('terms'));
  submit();
  await waitFor(() => expect(onSubmit).toHaveBeenCalledTimes(1));
  expect(onSubmit.mock.calls[0]?.[0]).toMatchObject({ telephone: '06 12 34 56 78', addressLine1: '' });
  // The theatre has begun to ask for it meanwhile.
  refuse(new ApiProblem(422, { errors: [{ pointer: '/customer/city', code: 'x', detail: 'Missing.' }] }));
  await screen.findByText('Missing.');
  expect(input('city')).not.toBeNull();
});

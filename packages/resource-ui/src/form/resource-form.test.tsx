/** @jest-environment jsdom */
import { renderSample } from '@coulisse/resource-samples/testing';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

const open = async (options: Parameters<typeof renderSample>[0] = {}) => {
  const page = renderSample({ path: '/sample/gadgets/add', ...options });
  await screen.findByRole('heading', { name: 'New prop' });
  return page;
};
const save = () => screen.getByTestId('form-save');
const summary = () => screen.findByTestId('error-summary');
// By label, not by role: the form has hundreds of options of countries and currencies, whose roles are slow to compute.
const named = (name: string) => screen.getByLabelText(new RegExp(`^${name}`));
/** Pasted, not typed: one event instead of one for each letter. */
const fill = async (user: UserEvent, label: string, text: string): Promise<void> => {
  await user.click(named(label));
  await user.paste(text);
};

test('the first field has the focus, readonly fields are left out, required ones are marked', async () => {
  await open();
  expect(document.activeElement).toBe(named('Name'));
  expect(named('Name').getAttribute('aria-required')).toBe('true');
  expect(screen.queryByLabelText('Number')).toBeNull();
});

test('a missing required field is refused: summary with the focus, link to the field, error beside it', async () => {
  const { user } = await open();
  await fill(user, 'Remarks', 'Prêté par la Comédie');
  await user.click(save());
  const errors = await summary();
  expect(document.activeElement).toBe(errors);
  expect(errors.textContent).toContain('2 things to correct');
  await user.click(within(errors).getByRole('link', { name: 'Name' }));
  expect(document.activeElement).toBe(named('Name'));
  expect(named('Name').getAttribute('aria-invalid')).toBe('true');
  const description = document.getElementById(named('Name').getAttribute('aria-describedby') ?? '');
  expect(description?.textContent).toBe('This value should not be blank.');
});

test('a refused save leaves every typed value, and a corrected field loses its error', async () => {
  const { user } = await open();
  await fill(user, 'Remarks', 'Prêté par la Comédie');
  await fill(user, 'Quantity', '1 200');
  await user.click(save());
  await summary();
  expect(named('Remarks')).toHaveProperty('value', 'Prêté par la Comédie');
  expect(named('Quantity')).toHaveProperty('value', '1,200');
  await fill(user, 'Name', 'Tabouret');
  expect(named('Name').getAttribute('aria-invalid')).toBeNull();
  expect((await summary()).textContent).toContain('1 thing to correct');
});

test('a wrong value says so when it is left, before anything is saved', async () => {
  const { user, requests } = await open();
  await fill(user, 'Lender’s e-mail', 'atelier@');
  await user.tab();
  expect(await screen.findByText('This e-mail address is not complete.')).toBeDefined();
  expect(requests.some(({ method }) => method === 'POST')).toBe(false);
});

test('a created record opens on its page', async () => {
  const { user, requests, address } = await open();
  await fill(user, 'Name', 'Tabouret');
  await user.selectOptions(named('Category'), 'Furniture');
  await fill(user, 'Purchase price', '12.50');
  await user.click(save());
  await waitFor(() => expect(address()).toMatch(/^\/sample\/gadgets\/record-new-\d+\/informations$/));
  expect((await screen.findByTestId('record-title')).textContent).toBe('Tabouret');
  await screen.findByText('“Tabouret” was created.');
  const sent = requests.find(({ method, path }) => method === 'POST' && path.endsWith('/gadgets'));
  expect(sent?.body).toMatchObject({ name: 'Tabouret', category: 'FURNITURE', price: '12.50' });
  expect(sent?.headers['idempotency-key']).toBeDefined();
});

test('“Save and add another” empties the form for the next record', async () => {
  const { user, address } = await open();
  await fill(user, 'Name', 'Tabouret');
  await user.selectOptions(named('Category'), 'Furniture');
  await user.click(screen.getByText('Save and add another'));
  await screen.findByText('“Tabouret” was created.');
  await waitFor(() => expect(named('Name')).toHaveProperty('value', ''));
  expect(address()).toBe('/sample/gadgets/add');
});

test('leaving with unsaved values asks first', async () => {
  const { user, address } = await open();
  await fill(user, 'Name', 'Tabouret');
  await user.click(screen.getByText('Cancel'));
  const dialog = await screen.findByRole('dialog', { name: 'Leave without saving?' });
  await user.click(within(dialog).getByRole('button', { name: 'Stay' }));
  expect(named('Name')).toHaveProperty('value', 'Tabouret');
  await user.click(screen.getByText('Cancel'));
  await user.click(await screen.findByText('Leave'));
  await waitFor(() => expect(address()).toBe('/sample/gadgets'));
});

test('values of the address are preset', async () => {
  await open({ path: '/sample/gadgets/add?set.name=Tabouret' });
  await waitFor(() => expect(named('Name')).toHaveProperty('value', 'Tabouret'));
});

test('without the right to create, the page is unavailable', async () => {
  renderSample({ path: '/sample/gadgets/add', rights: { create: false } });
  await screen.findByText('This page cannot be opened');
});

/** @jest-environment jsdom */
import { renderSample } from '@coulisse/resource-samples/testing';
import { problemResponse, type SampleServerOptions } from '@coulisse/resource-samples';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';

const open = async (
  path: string,
  { language = 'en', ...options }: { language?: 'fr' | 'en' } & SampleServerOptions = {},
) => {
  const page = renderSample({ path, language, ...options });
  await screen.findByTestId('form-save');
  return { ...page, writes: () => page.requests.filter(({ method }) => method !== 'GET') };
};
const ADD = '/sample/gadgets/add';
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(new RegExp(`^${label}`)), { target: { value } });
const save = () => fireEvent.click(screen.getByTestId('form-save'));
const summary = () => screen.findByTestId('error-summary');
const valueOf = (label: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}`)).value;

test('wrong values are refused without a request, in the words of the service, and stay', async () => {
  const { writes } = await open(ADD);
  type('Quantity', '-3');
  type('Weight', '1.234');
  save();
  const errors = await summary();
  expect(document.activeElement).toBe(errors);
  expect(errors.textContent).toContain('4 things to correct');
  expect(errors.textContent).toContain('Name — This value should not be blank.');
  expect(errors.textContent).toContain('Quantity — This value must be at least 0.');
  expect(errors.textContent).toContain(
    'Weight (kg) — This value must have at most 2 digits after the decimal point.',
  );
  expect(writes()).toEqual([]);
  expect(valueOf('Quantity')).toBe('-3');
});

test('in French in the same words', async () => {
  const { writes } = await open(ADD, { language: 'fr' });
  save();
  const errors = await summary();
  expect(errors.textContent).toContain('Nom — Cette valeur ne doit pas être vide.');
  expect(writes()).toEqual([]);
});

test('the service still decides: its error is shown at the field, until that is edited', async () => {
  let sent = 0;
  const { writes } = await open(ADD, {
    fail: ({ method, path }) => {
      if (method !== 'POST' || !path.endsWith('/gadgets')) return null;
      sent += 1;
      return sent === 1
        ? problemResponse('validation.failed', 'en', [{ pointer: '/name', code: 'validation.choice' }])
        : null;
    },
  });
  type('Name', 'Tabouret');
  fireEvent.change(screen.getByLabelText(/^Category/), { target: { value: 'FURNITURE' } });
  save();
  const errors = await summary();
  expect(errors.textContent).toContain('Name — This value is not one of the choices.');
  expect(document.activeElement).toBe(errors);
  expect(valueOf('Name')).toBe('Tabouret');
  type('Name', 'Table');
  await waitFor(() => expect(screen.queryByTestId('error-summary')).toBeNull());
  save();
  await screen.findByText('“Table” was created.');
  // A corrected form is another request.
  const keys = writes().map(({ headers }) => headers['idempotency-key']);
  expect(new Set(keys).size).toBe(2);
});

test('a save whose response was lost is repeated with its key, so that the service creates one record', async () => {
  let sent = 0;
  const { writes } = await open(ADD, {
    fail: ({ method, path }) => {
      if (method !== 'POST' || !path.endsWith('/gadgets')) return null;
      sent += 1;
      return sent === 1 ? Promise.reject(new TypeError('Failed to fetch')) : null;
    },
  });
  type('Name', 'Tabouret');
  fireEvent.change(screen.getByLabelText(/^Category/), { target: { value: 'FURNITURE' } });
  save();
  await summary();
  save();
  await screen.findByText('“Tabouret” was created.');
  const [lost, repeated] = writes().map(({ headers }) => headers['idempotency-key']);
  expect(lost).toMatch(/^[\da-f-]{36}$/);
  expect(repeated).toBe(lost);
});

test('an edition sends what changed, and refuses to empty a required field', async () => {
  const { writes, address } = await open('/sample/gadgets/gadget-001/edit');
  const before = valueOf('Name');
  type('Name', '');
  save();
  expect((await summary()).textContent).toContain('Name — This value should not be blank.');
  expect(writes()).toEqual([]);
  type('Name', before);
  type('Remarks', 'Prêté');
  save();
  await waitFor(() => expect(writes()).toHaveLength(1));
  expect(writes()[0]).toMatchObject({ method: 'PATCH', body: { notes: 'Prêté' } });
  expect(Object.keys(writes()[0]?.body ?? {})).toEqual(['notes']);
  await waitFor(() => expect(address()).not.toContain('/edit'));
});

test('a masked value can be replaced and kept again', async () => {
  const { writes } = await open('/sample/gadgets/gadget-001/edit');
  const secret = await waitFor(() => {
    const row = screen.getByText('Maker’s social security number').closest<HTMLElement>('.r-field');
    if (!row) throw new Error('no field');
    return within(row);
  });
  fireEvent.click(secret.getByText('Replace'));
  fireEvent.change(screen.getByLabelText(/^Maker’s social security number/), { target: { value: '2' } });
  save();
  expect((await summary()).textContent).toContain('This social security number is not valid.');
  fireEvent.click(secret.getByText('Leave unchanged'));
  await waitFor(() => expect(screen.queryByTestId('error-summary')).toBeNull());
  type('Remarks', 'Prêté');
  save();
  await waitFor(() => expect(writes()).toHaveLength(1));
  expect(Object.keys(writes()[0]?.body ?? {})).toEqual(['notes']);
});

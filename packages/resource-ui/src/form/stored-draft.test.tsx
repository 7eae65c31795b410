/** @jest-environment jsdom */
import { renderSample } from '@coulisse/resource-samples/testing';
import { fireEvent, screen, waitFor } from '@testing-library/react';

const KEY = 'coulisse.draft.sample.gadget';
const stored = () => sessionStorage.getItem(KEY) ?? '';
const type = (value: string) => fireEvent.change(screen.getByLabelText(/^Name/), { target: { value } });

test('what is typed is stored for a while, also when the save is refused at once', async () => {
  renderSample({ path: '/sample/gadgets/add' });
  await screen.findByTestId('form-save');
  expect(stored()).toBe('');
  type('Tabouret');
  fireEvent.click(screen.getByTestId('form-save'));
  await screen.findByTestId('error-summary');
  await waitFor(() => expect(stored()).toContain('Tabouret'));
});

test('a stored draft is offered, restored as unsaved changes, and dropped after the save', async () => {
  const { user } = renderSample({ path: '/sample/gadgets/add' });
  sessionStorage.setItem(
    KEY,
    JSON.stringify({ values: { name: 'Banc', category: 'FURNITURE' }, at: '2026-10-01T10:00:00Z' }),
  );
  await user.click(await screen.findByTestId('draft-restore'));
  expect(screen.getByLabelText(/^Name/)).toHaveProperty('value', 'Banc');
  fireEvent.click(screen.getByText('Cancel'));
  fireEvent.click(await screen.findByRole('button', { name: 'Stay' }));
  fireEvent.click(screen.getByTestId('form-save'));
  await screen.findByText('“Banc” was created.');
  expect(stored()).toBe('');
});

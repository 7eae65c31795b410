/** @jest-environment jsdom */
import { renderSample } from '@coulisse/resource-samples/testing';
import { problemResponse } from '@coulisse/resource-samples';
import { act, screen, waitFor, within } from '@testing-library/react';

const open = async (options: Parameters<typeof renderSample>[0] = {}) => {
  const page = renderSample({ path: '/sample/gadgets?type=kanban', ...options });
  await screen.findByTestId('board');
  await screen.findByRole('link', { name: 'Fauteuil Voltaire' });
  return page;
};
const column = (name: string): HTMLElement => screen.getByRole('region', { name: new RegExp(`^${name}, `) });
const cards = (name: string): string[] =>
  within(column(name))
    .queryAllByRole('listitem')
    .map((card) => within(card).getByRole('link').textContent ?? '');
const openMoves = async ({ user }: Awaited<ReturnType<typeof open>>, card: string): Promise<HTMLElement> => {
  act(() => screen.getByRole('link', { name: card }).focus());
  await user.keyboard('m');
  return screen.findByTestId('move-menu');
};

test('shows one column per state with its number of records and its sums', async () => {
  await open();
  expect(screen.getAllByRole('region').filter(({ dataset }) => dataset['column'])).toHaveLength(3);
  expect(screen.getByTestId('board-total-STORED').textContent).toBe('9');
  expect(screen.getByTestId('board-total-ON_STAGE').textContent).toBe('2');
  await waitFor(() => expect(cards('On stage')).toEqual(['Épée de Cyrano', 'Lustre à pampilles']));
  expect(column('On stage').textContent).toContain('€1,575.50');
});

test('a card has the filled columns of the list', async () => {
  await open();
  const card = screen.getByRole('link', { name: 'Lanterne sourde' }).closest('li');
  expect(card?.textContent).toContain('Bought on20/01/2025');
  expect(card?.textContent).not.toContain('Stored at');
});

test('the columns may be those of another enumeration', async () => {
  await open({ path: '/sample/gadgets?type=kanban&by=category' });
  expect(cards('Costume')).toEqual(['Cape de Don Juan', 'Masque d’Arlequin', 'Robe de Célimène']);
});

test('M opens the menu of the columns, and the chosen one takes the card by its transition', async () => {
  const page = await open();
  const menu = await openMoves(page, 'Fauteuil Voltaire');
  await page.user.click(within(menu).getByTestId('move-to-ON_STAGE'));
  await waitFor(() => expect(cards('On stage')).toContain('Fauteuil Voltaire'));
  await waitFor(() => expect(screen.getByTestId('board-total-ON_STAGE').textContent).toBe('3'));
  expect(page.requests.some(({ path }) => path.endsWith('/gadget-002/transitions/stage'))).toBe(true);
});

test('a column that no transition leads to is listed with the reason, and is not chosen', async () => {
  const page = await open();
  const menu = await openMoves(page, 'Lustre à pampilles');
  const retired = within(menu).getByTestId('move-to-RETIRED');
  expect(retired.textContent).toContain('No action leads straight to this state.');
  await page.user.click(retired);
  expect(page.requests.some(({ path }) => path.includes('/transitions/'))).toBe(false);
});

test('a move to a bad state asks first; left, the card stays', async () => {
  const page = await open();
  const menu = await openMoves(page, 'Fauteuil Voltaire');
  await page.user.click(within(menu).getByTestId('move-to-RETIRED'));
  const dialog = await screen.findByRole('dialog', { name: 'Retire Fauteuil Voltaire' });
  await page.user.click(within(dialog).getByRole('button', { name: 'Leave in storage' }));
  expect(cards('In storage')).toContain('Fauteuil Voltaire');
  expect(page.requests.some(({ path }) => path.includes('/transitions/'))).toBe(false);
});

test('a refused move returns the card to its column, with the reason on it', async () => {
  const refusal = () =>
    problemResponse('transition.impossible', 'en', [
      { pointer: '/state', code: 'transition.wrong-state', params: { state: 'Retired' } },
    ]);
  const page = await open({ fail: ({ path }) => (path.endsWith('/transitions/stage') ? refusal() : null) });
  const menu = await openMoves(page, 'Fauteuil Voltaire');
  await page.user.click(within(menu).getByTestId('move-to-ON_STAGE'));
  const reason = await screen.findByTestId('card-returned');
  expect(reason.textContent).toContain('This action is not possible in the state “Retired”.');
  expect(reason.closest('li')?.dataset['id']).toBe('gadget-002');
  expect(cards('In storage')).toContain('Fauteuil Voltaire');
  await page.user.click(within(reason).getByRole('button', { name: 'Close' }));
  expect(screen.queryByTestId('card-returned')).toBeNull();
});

test('a card moved between the values of a field can be put back', async () => {
  const page = await open({ path: '/sample/gadgets?type=kanban&by=category' });
  const menu = await openMoves(page, 'Fauteuil Voltaire');
  await page.user.click(within(menu).getByTestId('move-to-COSTUME'));
  await waitFor(() => expect(cards('Costume')).toContain('Fauteuil Voltaire'));
  await page.user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(cards('Furniture')).toContain('Fauteuil Voltaire'));
});

test('arrows walk through the cards of a column', async () => {
  const { user } = await open();
  act(() => screen.getByRole('link', { name: 'Épée de Cyrano' }).focus());
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Lustre à pampilles' }));
});

/** @jest-environment jsdom */
import { renderSample } from '@coulisse/resource-samples/testing';
import { problemResponse } from '@coulisse/resource-samples';
import { screen, waitFor, within } from '@testing-library/react';
import { preloadParts } from '../preload-parts';

// The first import of a part takes longer than a test waits.
beforeAll(preloadParts, 120_000);

const CHANDELIER = '/sample/gadgets/gadget-001/informations';
const ARMCHAIR = '/sample/gadgets/gadget-002/informations';

const open = async (options: Parameters<typeof renderSample>[0] = {}) => {
  const page = renderSample({ path: CHANDELIER, ...options });
  await screen.findByTestId('record-title');
  return page;
};
const value = (name: string): string => screen.getByTestId(`value-${name}`).textContent ?? '';

describe('values', () => {
  test('shows each field with its label, formatted, and a dash for an empty one', async () => {
    await open({ path: ARMCHAIR });
    expect(screen.getByTestId('record-title').textContent).toBe('Fauteuil Voltaire');
    expect(value('price')).toContain('€340.00');
    expect(value('category')).toContain('Furniture');
    expect(value('lenderEmail')).toContain('—');
  });

  test('shows lines and related records in sections of their own', async () => {
    await open();
    const lines = screen.getByRole('group', { name: 'Movements' });
    expect(within(lines).getAllByRole('row')).toHaveLength(3);
    const related = await screen.findByRole('table', { name: 'Replaced by' });
    expect(within(related).getByText('Pampille de cristal')).toBeDefined();
  });

  test('a section is closed and opened by its title', async () => {
    const { user } = await open();
    const title = screen.getByRole('button', { name: 'General' });
    await user.click(title);
    expect(title.getAttribute('aria-expanded')).toBe('false');
    expect(screen.queryByTestId('value-price')).toBeNull();
    // Its head says what is set.
    expect(title.closest('h2')?.textContent).toContain('€1,480.00');
    await user.click(title);
    expect(title.closest('h2')?.textContent).not.toContain('€1,480.00');
    expect(value('price')).toContain('€1,480.00');
  });

  test('a masked value is shown on request', async () => {
    const { user } = await open();
    expect(value('makerNir')).not.toContain('2 55');
    await user.click(screen.getByRole('button', { name: 'Show: Maker’s social security number' }));
    const revealed = await screen.findByTestId('revealed-makerNir');
    expect(revealed.textContent?.replace(/\s/g, '')).toContain('255081416802538');
  });

  test('says that a record no longer exists', async () => {
    renderSample({ path: '/sample/gadgets/gadget-999/informations' });
    await screen.findByText('This record does not exist, or no longer does');
  });
});

describe('inline edit', () => {
  test('Enter saves the typed value, which the page and the history then show', async () => {
    const { user, requests } = await open();
    await user.click(screen.getByRole('button', { name: 'Edit: Quantity' }));
    const input = screen.getByRole('textbox', { name: 'Quantity' });
    expect(document.activeElement).toBe(input);
    await user.clear(input);
    await user.type(input, '3{Enter}');
    await screen.findByText('Quantity: saved.');
    expect(value('quantity')).toContain('3');
    const patch = requests.find(({ method }) => method === 'PATCH');
    expect(patch).toMatchObject({ body: { quantity: 3 }, headers: { 'if-match': '"1"' } });
    expect(await screen.findByText('Quantity: 1 → 3')).toBeDefined();
  });

  test('Escape gives the change up and saves nothing', async () => {
    const { user, requests } = await open();
    await user.click(screen.getByRole('button', { name: 'Edit: Quantity' }));
    await user.type(screen.getByRole('textbox', { name: 'Quantity' }), '9{Escape}');
    expect(screen.queryByRole('textbox', { name: 'Quantity' })).toBeNull();
    expect(requests.some(({ method }) => method === 'PATCH')).toBe(false);
  });

  test('a refused value stays in its editor, with the reason', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Edit: Name' }));
    await user.clear(screen.getByRole('textbox', { name: 'Name' }));
    await user.keyboard('{Enter}');
    const error = await screen.findByText('This value should not be blank.');
    const input = screen.getByRole('textbox', { name: 'Name' });
    expect(input.getAttribute('aria-describedby')).toBe(error.closest('.c-error')?.id);
  });

  test('without the right to update, no value is editable', async () => {
    await open({ rights: { update: false } });
    expect(screen.queryByRole('button', { name: /^Edit/ })).toBeNull();
  });
});

describe('conflict', () => {
  /** Another user saves the price just before the first change of this page arrives. */
  const withOtherUser = async () => {
    const other: { save?: () => Promise<unknown> } = {};
    const page = await open({
      fail: async ({ method }) => {
        const save = method === 'PATCH' ? other.save : undefined;
        delete other.save;
        await save?.();
        return null;
      },
    });
    other.save = () =>
      page.server('/b/api/sample/gadgets/gadget-001', {
        method: 'PATCH',
        body: JSON.stringify({ quantity: 7 }),
      });
    await page.user.click(screen.getByRole('button', { name: 'Edit: Quantity' }));
    const input = screen.getByRole('textbox', { name: 'Quantity' });
    await page.user.clear(input);
    await page.user.type(input, '3{Enter}');
    const dialog = await screen.findByRole('dialog', {
      name: 'Camille Régie changed this record in the meantime',
    });
    await within(dialog).findByTestId('conflict');
    return { ...page, dialog };
  };

  test('shows both values, and back on the page the typed one is still there', async () => {
    const { user, dialog } = await withOtherUser();
    const row = within(dialog).getByRole('row', { name: /Quantity/ });
    expect(
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ).toEqual(['1', '7', '3']);
    await user.click(within(dialog).getByRole('button', { name: 'Back to what I typed' }));
    expect(screen.getByDisplayValue('3').getAttribute('id')).toBe('field-quantity');
  });

  test('the typed value can be saved over the other one', async () => {
    const { user, dialog } = await withOtherUser();
    await user.click(within(dialog).getByRole('button', { name: 'Save what I typed' }));
    await screen.findByText('Quantity: saved.');
    expect(value('quantity')).toContain('3');
  });

  test('the other value can be taken', async () => {
    const { user, dialog } = await withOtherUser();
    await user.click(within(dialog).getByRole('button', { name: 'Take the current version' }));
    await waitFor(() => expect(value('quantity')).toContain('7'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('transitions', () => {
  test('a transition to a good state is taken at once', async () => {
    const { user } = await open({ path: ARMCHAIR });
    await user.click(screen.getByRole('button', { name: 'Put on stage' }));
    await screen.findByRole('button', { name: 'Put into storage' });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('a transition to a bad state asks first, and can be left', async () => {
    const { user, requests } = await open({ path: ARMCHAIR });
    await user.click(screen.getByRole('button', { name: 'Retire' }));
    const dialog = await screen.findByRole('dialog', { name: 'Retire Fauteuil Voltaire' });
    await user.click(within(dialog).getByRole('button', { name: 'Leave in storage' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(requests.some(({ path }) => path.includes('/transitions/'))).toBe(false);
  });

  test('the comment of a confirmed transition is sent', async () => {
    const { user, requests } = await open({ path: ARMCHAIR });
    await user.click(screen.getByRole('button', { name: 'Retire' }));
    const dialog = await screen.findByRole('dialog');
    await user.type(within(dialog).getByRole('textbox', { name: /^Comment/ }), 'Pied cassé');
    await user.click(within(dialog).getByRole('button', { name: 'Retire' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const sent = requests.find(({ path }) => path.endsWith('/transitions/retire'));
    expect(sent?.body).toEqual({ comment: 'Pied cassé' });
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Put on stage' })).toBeNull());
  });

  test('a transition that the state no longer allows gives its reason, not the general message', async () => {
    const { user } = await open({
      path: ARMCHAIR,
      fail: ({ path }) =>
        path.endsWith('/stage')
          ? problemResponse('transition.impossible', 'en', [
              { pointer: '/state', code: 'transition.wrong-state', params: { state: 'Retired' } },
            ])
          : null,
    });
    await user.click(screen.getByRole('button', { name: 'Put on stage' }));
    await screen.findByText('This action is not possible in the state “Retired”.');
    expect(screen.queryByText(/contact support/)).toBeNull();
  });

  test('a refused transition says why and changes nothing', async () => {
    const { user } = await open({
      path: ARMCHAIR,
      fail: ({ path }) =>
        path.endsWith('/stage') ? problemResponse('security.insufficient-privilege', 'en') : null,
    });
    await user.click(screen.getByRole('button', { name: 'Put on stage' }));
    await screen.findByText('Insufficient privilege.');
    expect(screen.getByRole('button', { name: 'Put on stage' })).toBeDefined();
  });
});

describe('deletion', () => {
  test('asks first; cancelled, it deletes nothing (R-011)', async () => {
    const { user, requests } = await open({ path: ARMCHAIR });
    await user.click(screen.getByRole('button', { name: 'More actions' }));
    await user.click(screen.getByRole('menuitem', { name: /^Delete/ }));
    const dialog = screen.getByRole('dialog', { name: 'Delete “Fauteuil Voltaire”?' });
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(requests.some(({ method }) => method === 'DELETE')).toBe(false);
  });

  test('confirmed, it returns to the list, without the record (R-151)', async () => {
    const { user, address } = await open({ path: ARMCHAIR });
    await user.click(screen.getByRole('button', { name: 'More actions' }));
    await user.click(screen.getByRole('menuitem', { name: /^Delete/ }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(address()).toBe('/sample/gadgets'));
    await screen.findByText('“Fauteuil Voltaire” was deleted.');
    await screen.findByRole('grid');
    expect(screen.queryByRole('link', { name: 'Fauteuil Voltaire' })).toBeNull();
  });

  test('that fails says so, and the record stays open (R-166)', async () => {
    const { user, address } = await open({
      path: ARMCHAIR,
      fail: ({ method }) => (method === 'DELETE' ? problemResponse('deletion.failed', 'en') : null),
    });
    await user.click(screen.getByRole('button', { name: 'More actions' }));
    await user.click(screen.getByRole('menuitem', { name: /^Delete/ }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }));
    await screen.findByText('Deletion failed.');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(address()).toBe(ARMCHAIR);
    expect(screen.getByTestId('record-title').textContent).toBe('Fauteuil Voltaire');
  });
});

/** @jest-environment jsdom */
import { listedNames, renderSample } from '@coulisse/resource-samples/testing';
import { manyRows, problemResponse, type SampleRequest } from '@coulisse/resource-samples';
import { act, screen, waitFor, within } from '@testing-library/react';
import { preloadParts } from '../preload-parts';

// The first import of a part takes longer than a test waits.
beforeAll(preloadParts, 120_000);

const isList = ({ path, query }: SampleRequest): boolean =>
  path === '/b/api/sample/gadgets' && query.has('page');

const cell = (row: string, column: string): HTMLElement => {
  const found = screen
    .getByRole('row', { name: new RegExp(row) })
    .querySelector<HTMLElement>(`[data-field="${column}"]`);
  if (!found) throw new Error(`No cell ${column} in the row of ${row}`);
  return found;
};

describe('states of the list', () => {
  test('while it loads, it is marked as busy and shows no row', async () => {
    renderSample({ latencyMs: 400 });
    await screen.findByRole('heading', { name: 'Props' });
    await waitFor(() => expect(document.querySelector('[aria-busy="true"]')).not.toBeNull());
    expect(screen.queryByRole('grid')).toBeNull();
    await screen.findByRole('grid', { name: 'Props' });
  });

  test('shows the records in the order of the resource, with formatted values and totals', async () => {
    renderSample();
    await screen.findByRole('grid', { name: 'Props' });
    expect(listedNames().slice(0, 3)).toEqual(['Cape de Don Juan', 'Chaise paillée', 'Épée de Cyrano']);
    expect(cell('Lustre', 'price').textContent).toContain('€1,480.00');
    expect(cell('Lustre', 'state').textContent).toContain('On stage');
    expect(cell('Lustre', 'venue').textContent).toContain('Théâtre rouge');
    expect(screen.getByTestId('list-range').textContent).toContain('1–12 of 12');
  });

  test('without any record, offers to create the first one', async () => {
    const { user, address } = renderSample({ rows: [] });
    await screen.findByText('Nothing here yet');
    const card = document.querySelector<HTMLElement>('.r-list-card') ?? document.body;
    await user.click(within(card).getByRole('button', { name: 'New prop' }));
    await waitFor(() => expect(address()).toBe('/sample/gadgets/add'));
  });

  test('when nothing matches, offers to remove the search (R-012)', async () => {
    const { user, address } = renderSample({ path: '/sample/gadgets?q=hallebarde' });
    await screen.findByText('No result for “hallebarde”');
    await user.click(screen.getByTestId('clear-filters'));
    await screen.findByRole('grid');
    expect(address()).toBe('/sample/gadgets');
  });

  test('after an error, the list is loaded again on request', async () => {
    let isDown = true;
    const { user } = renderSample({
      fail: (request) => (isDown && isList(request) ? problemResponse('internal', 'en') : null),
    });
    await screen.findByText('An error occurred, please contact support.');
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('grid');
  });

  test('without the right to read, says that the page is unavailable', async () => {
    renderSample({ rights: { read: false } });
    await screen.findByText('This page cannot be opened');
    expect(screen.queryByRole('grid')).toBeNull();
  });
});

describe('query of the list', () => {
  test('a click on a column sorts, a second one reverses, and the address has the order', async () => {
    const { user, address } = renderSample();
    await screen.findByRole('grid');
    await user.click(screen.getByRole('button', { name: 'Quantity' }));
    await waitFor(() => expect(address()).toBe('/sample/gadgets?sort=quantity'));
    await user.click(screen.getByRole('button', { name: 'Quantity' }));
    await waitFor(() => expect(address()).toBe('/sample/gadgets?sort=-quantity'));
    await waitFor(() => expect(listedNames()[0]).toBe('Chaise paillée'));
    expect(screen.getByRole('columnheader', { name: /Quantity/ }).getAttribute('aria-sort')).toBe(
      'descending',
    );
  });

  test('a filter of the address is applied, named on a chip, and removed by it', async () => {
    const { user, address } = renderSample({ path: '/sample/gadgets?f.category.in=COSTUME' });
    await screen.findByRole('grid');
    expect(listedNames()).toEqual(['Cape de Don Juan', 'Masque d’Arlequin', 'Robe de Célimène']);
    expect(screen.getByTestId('chip-category').textContent).toContain('Category Costume');
    await user.click(screen.getByRole('button', { name: /^Remove the filter Category/ }));
    await waitFor(() => expect(listedNames()).toHaveLength(12));
    expect(address()).toBe('/sample/gadgets');
  });

  test('a search filters while it is typed, and the address has it', async () => {
    const { user, address } = renderSample();
    await screen.findByRole('grid');
    await user.type(screen.getByRole('combobox', { name: 'Search' }), 'epee');
    await waitFor(() => expect(listedNames()).toEqual(['Épée de Cyrano']));
    expect(address()).toBe('/sample/gadgets?q=epee');
  });

  test('the next page shows the following records', async () => {
    const { user, address } = renderSample({ rows: manyRows(30) });
    await screen.findByRole('grid');
    expect(listedNames()).toHaveLength(25);
    await user.click(screen.getByTestId('page-next'));
    await waitFor(() => expect(screen.getByTestId('list-range').textContent).toContain('26–30 of 30'));
    expect(listedNames()[0]).toMatch(/^026 /);
    expect(address()).toContain('page=2');
    await user.click(screen.getByTestId('page-previous'));
    await waitFor(() => expect(screen.getByTestId('list-range').textContent).toContain('1–25 of 30'));
  });
});

describe('selection', () => {
  test('selected rows are counted in a toolbar, and archived together', async () => {
    const { user, requests } = renderSample();
    await screen.findByRole('grid');
    await user.click(screen.getByRole('checkbox', { name: 'Select Chaise paillée' }));
    await user.click(screen.getByRole('checkbox', { name: 'Select Malle de voyage' }));
    const bar = screen.getByRole('toolbar', { name: 'Actions on the selection' });
    expect(bar.textContent).toContain('2 selected');
    await user.click(within(bar).getByRole('button', { name: 'Archive' }));
    await screen.findByText('2 records archived.');
    await waitFor(() => expect(listedNames()).toHaveLength(10));
    const sent = requests.find(({ path }) => path.endsWith('/_bulk'))?.body;
    expect(sent).toEqual({ ids: ['gadget-005', 'gadget-008'], action: 'archive' });
  });

  test('deletion of several records asks first', async () => {
    const { user, requests } = renderSample();
    await screen.findByRole('grid');
    await user.click(screen.getByRole('checkbox', { name: 'Select the whole page' }));
    await user.click(screen.getByTestId('bulk-delete'));
    const question = screen.getByRole('dialog', { name: 'Delete 12 records?' });
    await user.click(within(question).getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(requests.some(({ path }) => path.endsWith('/_bulk'))).toBe(false);
  });

  test('without the right to update or delete, only the export is offered', async () => {
    const { user } = renderSample({ rights: { update: false, delete: false } });
    await screen.findByRole('grid');
    await user.click(screen.getByRole('checkbox', { name: 'Select Chaise paillée' }));
    const bar = screen.getByTestId('bulk-bar');
    within(bar).getByRole('button', { name: 'Export' });
    for (const name of ['Edit a field', 'Archive', 'Delete'])
      expect(within(bar).queryByRole('button', { name })).toBeNull();
  });
});

describe('keyboard', () => {
  test('arrows move between cells, Enter edits the value in place', async () => {
    const { user, requests } = renderSample();
    await screen.findByRole('grid');
    act(() => screen.getByRole('link', { name: 'Cape de Don Juan' }).focus());
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Chaise paillée' }));
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}');
    expect(document.activeElement).toBe(cell('Chaise', 'quantity'));
    await user.keyboard('{Enter}');
    const input = await screen.findByDisplayValue('12');
    await user.clear(input);
    await user.type(input, '14{Enter}');
    await waitFor(() => expect(cell('Chaise', 'quantity').textContent).toContain('14'));
    expect(requests.find(({ method }) => method === 'PATCH')?.body).toEqual({ quantity: 14 });
  });

  test('Enter on the name opens the record beside the list, Escape closes it', async () => {
    const { user, address } = renderSample();
    await screen.findByRole('grid');
    act(() => screen.getByRole('link', { name: 'Cape de Don Juan' }).focus());
    await user.keyboard('{Enter}');
    const panel = await screen.findByRole('complementary', { name: 'Preview' });
    await within(panel).findByRole('heading', { name: 'Cape de Don Juan' });
    expect(address()).toContain('panel=gadget-009');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('complementary', { name: 'Preview' })).toBeNull());
  });
});

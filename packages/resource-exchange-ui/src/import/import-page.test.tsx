/** @jest-environment jsdom */
import { renderSample } from '@coulisse/resource-samples/testing';
import { problemResponse } from '@coulisse/resource-samples';
import { screen, waitFor, within } from '@testing-library/react';

const csv = (lines: readonly string[], name = 'accessoires.csv') =>
  new File([lines.join('\n')], name, { type: 'text/csv' });
const CORRECT = csv(['Name;Category;Quantity', 'Tabouret;Furniture;4', 'Heaume;Costume;1']);
const PARTLY_WRONG = csv([
  'Name;Category;Quantity',
  'Tabouret;Furniture;4',
  ';Costume;1',
  'Pupitre;Chaise;deux',
]);

const open = async (options: Parameters<typeof renderSample>[0] = {}) => {
  const page = renderSample({ path: '/sample/gadgets/import', ...options });
  await screen.findByRole('heading', { name: 'Import: Props' });
  const choose = async (file: File) => {
    const input = document.querySelector<HTMLInputElement>('input[type=file]');
    if (!input) throw new Error('There is no file input');
    // The page's own refusal of other types is tested, not the filter of the browser's file chooser.
    input.removeAttribute('accept');
    await page.user.upload(input, file);
  };
  return { ...page, choose };
};
const counts = (): Record<string, string> =>
  Object.fromEntries(
    [...screen.getByTestId('import-counts').querySelectorAll('[data-count]')].map((count) => [
      count.getAttribute('data-count') ?? '',
      count.querySelector('dd')?.textContent ?? '',
    ]),
  );

describe('file', () => {
  test.each<[string, File, string]>([
    ['an empty file', csv([]), 'This file is empty.'],
    ['a picture', new File(['…'], 'scan.png'), 'Only CSV and XLSX files can be imported.'],
    [
      'an old workbook',
      new File(['…'], 'accessoires.xls'),
      'This format is not read here: save the file as XLSX or CSV from your spreadsheet.',
    ],
  ])('%s is refused before it is sent', async (_what, file, reason) => {
    const { choose, requests } = await open();
    await choose(file);
    expect(await screen.findByText(reason)).toBeDefined();
    expect(requests.some(({ path }) => path.endsWith('/_imports'))).toBe(false);
  });

  test('a file that the server refuses is refused with the reason, and another one may be chosen', async () => {
    const { choose } = await open();
    await choose(csv(['Name;Category']));
    expect(await screen.findByText('The file has no row to import.')).toBeDefined();
    await choose(CORRECT);
    expect(await screen.findByRole('table', { name: 'Columns of the file' })).toBeDefined();
  });

  test('without the right to import, the page is unavailable', async () => {
    renderSample({ path: '/sample/gadgets/import', rights: { import: false } });
    await screen.findByText('This page cannot be opened');
  });
});

describe('columns', () => {
  test('the columns are matched by their headers, with sample values', async () => {
    const { choose, address } = await open();
    await choose(CORRECT);
    const category = await screen.findByRole('row', { name: /^Category/ });
    await waitFor(() => expect(address()).toBe('/sample/gadgets/import?step=columns'));
    expect(within(category).getByRole('combobox')).toHaveProperty('value', 'category');
    expect(within(category).getByText('Furniture')).toBeDefined();
    expect(screen.getByText('3 of 3 imported')).toBeDefined();
  });

  test('a required field without a column is named, and the file cannot be checked', async () => {
    const { user, choose, requests } = await open();
    await choose(CORRECT);
    await user.selectOptions(
      await screen.findByRole('combobox', { name: 'Field that the column Name fills' }),
      'Do not import',
    );
    expect(screen.getByText('No column fills a required field: Name.')).toBeDefined();
    await user.click(screen.getByTestId('import-check'));
    expect(requests.some(({ path }) => path.endsWith('/run'))).toBe(false);
  });

  test('a refusal of the server is shown, and the columns stay as they were', async () => {
    const { user, choose } = await open({
      fail: ({ path }) => (path.endsWith('/run') ? problemResponse('internal', 'en') : null),
    });
    await choose(CORRECT);
    await user.click(await screen.findByTestId('import-check'));
    expect(await screen.findByText('An error occurred, please contact support.')).toBeDefined();
    expect(screen.getByText('3 of 3 imported')).toBeDefined();
  });
});

describe('check and run', () => {
  test('a correct file is checked, then imported: the list has its records', async () => {
    const { user, choose, requests } = await open();
    await choose(CORRECT);
    await user.click(await screen.findByTestId('import-check'));
    expect(await screen.findByText('Every row can be imported. Nothing is saved yet.')).toBeDefined();
    expect(counts()).toEqual({ created: '2', updated: '0', unchanged: '0', failed: '0' });

    await user.click(screen.getByRole('button', { name: 'Import 2 rows' }));
    const result = await screen.findByTestId('import-result');
    expect(result.textContent).toContain('The import is finished.');
    expect(requests.filter(({ path }) => path.endsWith('/run')).map(({ body }) => body['dryRun'])).toEqual([
      true,
      false,
    ]);

    await user.click(screen.getByTestId('import-list'));
    expect(await screen.findByRole('link', { name: 'Tabouret' })).toBeDefined();
    expect(screen.getByRole('link', { name: 'Heaume' })).toBeDefined();
  });

  test('errors are listed by row, field and header; only the correct rows are imported', async () => {
    const { user, choose } = await open();
    await choose(PARTLY_WRONG);
    await user.click(await screen.findByTestId('import-check'));
    expect(await screen.findByText(/^2 rows cannot be imported; the others can/)).toBeDefined();
    const [, ...errors] = within(screen.getByTestId('import-errors')).getAllByRole('row');
    expect(
      errors.map((row) =>
        within(row)
          .getAllByRole('cell')
          .map((cell) => cell.textContent),
      ),
    ).toEqual([
      ['3', 'Name', 'Name', 'This value should not be blank.'],
      ['4', 'Category', 'Category', 'This value is not one of the choices.'],
      ['4', 'Quantity', 'Quantity', 'This value must be a number.'],
    ]);
    expect(screen.getByRole('button', { name: 'Error file' })).toBeDefined();

    await user.click(screen.getByRole('button', { name: 'Import the correct row' }));
    await screen.findByTestId('import-result');
    expect(counts()).toMatchObject({ created: '1', failed: '2' });
  });

  test('columns that change after the check make it stale', async () => {
    const { user, choose } = await open();
    await choose(CORRECT);
    await user.click(await screen.findByTestId('import-check'));
    await screen.findByText('Every row can be imported. Nothing is saved yet.');
    await user.click(screen.getByTestId('import-back'));
    await user.selectOptions(
      await screen.findByRole('combobox', { name: 'Field that the column Quantity fills' }),
      'Do not import',
    );
    await user.click(screen.getByRole('button', { name: /Check$/ }));
    expect(
      await screen.findByText('The columns have changed since this check: check the file again.'),
    ).toBeDefined();
    expect(screen.queryByTestId('import-run')).toBeNull();
  });

  test('an existing record with the same key is updated', async () => {
    const { user, choose } = await open();
    await choose(csv(['Name;Category;Quantity', 'Chaise paillée;Furniture;14']));
    await user.click(await screen.findByRole('radio', { name: /^Create or update/ }));
    await user.click(screen.getByTestId('import-check'));
    await waitFor(() => expect(counts()).toMatchObject({ created: '0', updated: '1' }));
  });
});

import { readFile } from 'node:fs/promises';
import type { Download, Page } from 'playwright-core';
import { stackUrl } from '../support/stack';

/** Called after each step of a scenario. */
export type OnStep = (page: Page, step: string) => Promise<void>;

export interface Scenario {
  /** Part of every name, so that scenarios do not collide. */
  tag: string;
  onStep: OnStep;
}

const ROWS = 1_000;
const BAD = 50;
const LIST = '/b/crm/tiers';
const nameOf = (tag: string, row: number) => `Compagnie ${tag} ${String(row).padStart(4, '0')}`;

/** A file of a thousand third parties, a row in twenty of which is wrong in one of four ways; the first two look alike. */
export function thirdPartiesFile(tag: string): string {
  const phone = (row: number) => `+33 1 ${String(40_000_000 + row).replace(/(..)(?=.)/g, '$1 ')}`;
  const wrong: ((cells: string[]) => string[])[] = [
    ([kind, name, , ...rest]) => [kind!, name!, 'pas-une-adresse', ...rest],
    ([kind, , ...rest]) => [kind!, '', ...rest],
    ([, ...rest]) => ['troupe', ...rest],
    (cells) => [...cells.slice(0, 4), '123456789'],
  ];
  const lines = Array.from({ length: ROWS }, (_, index) => {
    const row = index + 1;
    const name = row === 2 ? nameOf(tag, 1) : nameOf(tag, row);
    const cells = ['society', name, `contact${row}@${tag}.example`, phone(row === 2 ? 1 : row), ''];
    return (row % (ROWS / BAD) === 0 ? wrong[(row / (ROWS / BAD)) % wrong.length]!(cells) : cells).join(';');
  });
  return ['kind;name;email;telephone;siren', ...lines].join('\n');
}

const textOf = async (download: Download): Promise<string> => readFile(await download.path(), 'utf8');
const rowsOf = (csv: string): number => csv.trim().split(/\r?\n/).length - 1;
/** Counts as the import shows them: `{ created: 950, failed: 50 … }`. */
async function counts(page: Page, scope: string): Promise<Record<string, number>> {
  await page.locator(`${scope} [data-count=failed] dd`).waitFor({ timeout: 120_000 });
  const pairs = await page
    .locator(`${scope} [data-count]`)
    .evaluateAll((all) =>
      all.map((element) => [
        element.getAttribute('data-count'),
        element.querySelector('dd')?.textContent ?? '',
      ]),
    );
  return Object.fromEntries(pairs.map(([name, text]) => [name, Number(String(text).replace(/\D/g, ''))]));
}
const menu = async (page: Page, opener: string, item: string): Promise<void> => {
  await page.getByTestId(opener).click();
  await page.getByTestId(item).click();
};

/** From the list to the page of a record: by the panel where there is room for one. */
async function openRecord(page: Page, name: string): Promise<void> {
  await page.getByText(name).first().click();
  await page.locator('[data-testid=side-panel], [data-testid=record-title]').first().waitFor();
  const panel = page.getByTestId('side-panel');
  if (await panel.count()) await panel.locator('header button:has(.lucide-maximize-2)').click();
  await page.waitForURL(/\/informations/);
  await page.locator('main [data-testid=record-title]').waitFor();
}

/** Imports a thousand rows, fifty of them refused; returns the reported counts and how long the writing took. */
export async function importFile(page: Page, { tag, onStep }: Scenario) {
  await page.goto(`${stackUrl()}${LIST}/import`);
  const buffer = Buffer.from(thirdPartiesFile(tag));
  await page.getByTestId('import-choose').waitFor();
  await onStep(page, 'import-file');
  await page
    .getByTestId('import-drop')
    .locator('input[type=file]')
    .setInputFiles({ name: `${tag}.csv`, mimeType: 'text/csv', buffer });
  await page.getByTestId('import-column-0').waitFor();
  await onStep(page, 'import-columns');
  await page.getByTestId('import-check').click();
  const expected = await counts(page, '[data-testid=import-check-result]');
  await onStep(page, 'import-check');
  const began = Date.now();
  await page.getByTestId('import-run').click();
  await page.getByTestId('import-result').waitFor();
  const outcome = await counts(page, '[data-testid=import-result]');
  const ms = Date.now() - began;
  await onStep(page, 'import-done');
  const waiting = page.waitForEvent('download');
  await page.getByTestId('import-result').getByTestId('import-errors-file').click();
  return { expected, outcome, ms, refusedRows: rowsOf(await textOf(await waiting)) };
}

/** Exports the imported rows; returns the number of rows in the file. */
export async function exportFound(page: Page, { tag, onStep }: Scenario): Promise<number> {
  await page.goto(`${stackUrl()}${LIST}?q=${tag}`);
  await page.getByText(nameOf(tag, 3)).first().waitFor();
  await onStep(page, 'list');
  await menu(page, 'list-exchange', 'list-export');
  await page.getByRole('radio', { name: /CSV/ }).check();
  await onStep(page, 'export');
  const waiting = page.waitForEvent('download');
  await page.getByTestId('export-start').click();
  return rowsOf(await textOf(await waiting));
}

/** Copies a record; returns the heading of the copy. */
export async function duplicate(page: Page, { tag, onStep }: Scenario): Promise<string> {
  await page.goto(`${stackUrl()}${LIST}?q=${encodeURIComponent(nameOf(tag, 5))}`);
  await openRecord(page, nameOf(tag, 5));
  const original = page.url();
  await onStep(page, 'record');
  await menu(page, 'record-menu', 'record-duplicate');
  await page.waitForURL((url) => url.href !== original);
  await page.locator('main h1').first().waitFor();
  await onStep(page, 'duplicate');
  return page.locator('main h1').first().innerText();
}

/** Merges the two duplicates; returns the number of names that the search then finds. */
export async function merge(page: Page, { tag, onStep }: Scenario): Promise<number> {
  await page.goto(`${stackUrl()}${LIST}?q=${encodeURIComponent(nameOf(tag, 1))}`);
  await openRecord(page, nameOf(tag, 1));
  await page.getByTestId('duplicates-card').waitFor();
  await onStep(page, 'duplicates');
  await page.getByTestId('duplicates-card').locator('a[href*="/merge/"]').first().click();
  await page.getByTestId('merge').waitFor();
  await page.getByTestId('merge-outcome').waitFor();
  await onStep(page, 'merge');
  await page.getByTestId('merge').click();
  await page.locator('dialog[open] footer button').last().click();
  await page.getByTestId('record-title').waitFor();
  await onStep(page, 'merged');
  await page.goto(`${stackUrl()}${LIST}?q=${encodeURIComponent(nameOf(tag, 1))}`);
  await page.getByText(nameOf(tag, 1)).first().waitFor();
  return page
    .getByRole('row')
    .filter({ hasText: nameOf(tag, 1) })
    .count();
}

/** Saves a view under a name, opens it by its address, then deletes it. */
export async function keepView(page: Page, { tag, onStep }: Scenario): Promise<void> {
  const name = `Vue ${tag}`;
  await page.goto(`${stackUrl()}${LIST}?q=${tag}&f.createdAt.within=last30`);
  await page.getByText(nameOf(tag, 3)).first().waitFor();
  await page.getByTestId('view-save-as').click();
  await page.getByTestId('view-name').fill(name);
  await onStep(page, 'view-dialog');
  await page.getByTestId('view-save').click();
  const tab = page.locator('.r-tabs [aria-current=page]', { hasText: name });
  await tab.waitFor();
  await page.reload();
  await tab.waitFor();
  await page.getByText(nameOf(tag, 3)).first().waitFor();
  await onStep(page, 'view');
  await page.getByTestId('view-menu').click();
  await page.getByTestId('view-delete').click();
  await page.locator('dialog[open] footer button').last().click();
  await tab.waitFor({ state: 'detached' });
}

/** How often a text is typed again, and how long its results are waited for. */
const SEARCHES = { attempts: 10, eachMs: 3_000 };

/** Types a text into the open palette until a record is found: the search learns of new ones through events. */
async function findInPalette(page: Page, text: string): Promise<void> {
  const record = page.getByRole('option').filter({ hasText: text }).first();
  for (let attempt = 1; ; attempt += 1) {
    await page.getByTestId('palette-input').fill('');
    await page.getByTestId('palette-input').fill(text);
    try {
      return await record.waitFor({ timeout: SEARCHES.eachMs });
    } catch (error) {
      if (attempt === SEARCHES.attempts) throw error;
    }
  }
}

/** Works on the list without a mouse; returns the address of the record that Enter opened. */
export async function keyboard(page: Page, { tag, onStep }: Scenario): Promise<string> {
  await page.goto(`${stackUrl()}${LIST}`);
  await page.getByTestId('list-total').first().waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type(tag);
  await page.waitForURL(/[?&]q=/);
  await page.getByText(nameOf(tag, 3)).first().waitFor();
  // Closes the suggestions, leaves the box, enters the rows.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('x');
  await page.getByTestId('bulk-bar').waitFor();
  await onStep(page, 'keyboard-selected');
  if (new URL(page.url()).searchParams.get('q') !== tag) throw new Error('the search was lost on the way');
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await page.locator('dialog[open]').waitFor();
  await onStep(page, 'keyboard-help');
  await page.keyboard.press('Escape');
  await page.locator('dialog[open]').waitFor({ state: 'detached' });
  await page.keyboard.press('Control+k');
  await findInPalette(page, nameOf(tag, 7));
  await onStep(page, 'palette');
  await page.keyboard.press('Enter');
  await page.getByTestId('record-title').waitFor();
  return new URL(page.url()).pathname;
}

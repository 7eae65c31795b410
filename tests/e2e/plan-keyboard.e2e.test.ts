import { randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { callOk } from '../support/public-api';
import { newPerformance } from '../support/performance';
import { payAtBank, progressOf, saleUpToBank } from '../support/sale';
import { ADMINISTRATOR } from '../support/staff';
import { eventually, fromStack, tokenOf } from '../support/stack';
import { DESKTOP, launch, login, open, picture, pressOn, tabTo, visitor } from './browser';

// Room plans without a mouse: every tool of the editor, and what the plan of a performance is for.

const ROOMS = '/b/api/configuration/salles';

interface Drawing {
  blocks: { accessible: string[]; companions?: string[] }[];
  tables: { label: string; y: number }[];
  outlines: { points: unknown[]; isClosed: boolean }[];
  texts: { text: string }[];
}

let browser: Browser;
let token: string;
beforeAll(async () => {
  browser = await launch();
  token = await tokenOf(ADMINISTRATOR);
}, 60_000);
afterAll(() => browser?.close());

async function staffPage(path: string, ready: string) {
  const staff = await visitor(browser, DESKTOP);
  await login(staff.page, ADMINISTRATOR, fromStack('TEST_DEMO_PASSWORD'));
  await staff.page.getByTestId('person-menu').waitFor();
  await open(staff.page, path);
  await staff.page.getByTestId(ready).waitFor();
  return staff;
}

const keys = async (page: Page, ...pressed: string[]) => {
  for (const key of pressed) await page.keyboard.press(key);
};
const times = (count: number, key: string): string[] => Array.from({ length: count }, () => key);
const MARK = '.t-plan-mark';

test('a plan is drawn with every tool', async () => {
  const { id: room } = await callOk<{ id: string }>(ROOMS, {
    token,
    body: { name: `Salle ${randomUUID().slice(0, 6)}` },
  });
  const { page, context, consoleErrors } = await staffPage(
    `configuration/salles/${room}/plans/add`,
    'plan-canvas',
  );
  const items = page.locator('.t-plan-items li');
  await items.first().waitFor();
  expect(await items.count()).toBe(1);

  // The letter of a tool gives the focus to the plan; the mark goes below the rows that a new plan has.
  await keys(page, 'Escape', 't', ...times(12, 'Shift+ArrowDown'));
  expect(await page.locator(MARK).innerText()).toMatch(/^Repère à/);
  await keys(page, 'Enter');
  expect(await items.count()).toBe(2);
  // What was placed is selected: the arrows move it.
  await keys(page, 'Shift+ArrowDown');
  for (const [tool, move] of [
    ['b', 'Shift+ArrowLeft'],
    ['a', 'Shift+ArrowDown'],
    ['r', 'Shift+ArrowUp'],
    ['x', 'Shift+ArrowUp'],
  ] as const)
    await keys(page, tool, ...times(14, move), ' ');
  expect(await items.count()).toBe(6);
  // An outline of three corners.
  await keys(page, 'f', ' ', ...times(3, 'Shift+ArrowRight'), ' ', ...times(3, 'Shift+ArrowDown'), ' ');
  expect(await page.locator(MARK).innerText()).toMatch(/^3 angles posés/);
  await keys(page, 'Enter');
  expect(await items.count()).toBe(7);

  // Two seats side by side for wheelchairs, the second one marked on the way.
  await keys(page, 'p');
  await pressOn(page, '.t-plan-marks button');
  await keys(page, 'p', ' ');
  expect(await page.locator(MARK).innerText()).toMatch(/^(?:Rang|Table) /);
  await keys(page, ' ', 'Shift+ArrowRight');
  await eventually(
    async () => expect(await page.locator(MARK).innerText()).toMatch(/Fauteuil roulant/),
    5_000,
  );
  // The view follows: arrows move it while nothing is selected.
  await keys(page, 'v', 'Escape', 'ArrowLeft', '+', '-', '0');
  // Several items are selected in the list, and removed and brought back.
  await tabTo(page, '.t-plan-items li:first-child button');
  await keys(page, 'Enter', 'Tab', 'Shift+Enter');
  await page.getByText('2 éléments sélectionnés').waitFor();
  await keys(page, 'Delete');
  expect(await items.count()).toBe(5);
  await keys(page, 'Control+z');
  expect(await items.count()).toBe(7);
  await picture(page, 'keyboard-plan-editor');

  await keys(page, 'Control+s');
  await page.getByText('Brouillon enregistré.').waitFor();
  const [plan] = (await callOk<{ items: { id: string }[] }>(`${ROOMS}/${room}/plans`, { token })).items;
  const { draft } = await callOk<{ draft: Drawing }>(`${ROOMS}/${room}/plans/${plan?.id}`, { token });
  expect(draft.tables).toHaveLength(2);
  expect(draft.blocks).toHaveLength(3);
  expect(draft.texts).toHaveLength(1);
  expect(draft.outlines).toEqual([expect.objectContaining({ isClosed: true })]);
  expect(draft.outlines[0]?.points).toHaveLength(3);
  const marked = [...draft.blocks, ...(draft.tables as unknown as Drawing['blocks'])];
  expect(marked.flatMap(({ accessible }) => accessible)).toHaveLength(2);
  expect(consoleErrors).toEqual([]);
  await context.close();
}, 180_000);

test('a performance is placed, locked and printed from its plan', async () => {
  const performance = await newPerformance(token, {});
  const sale = await saleUpToBank({ performance });
  await payAtBank(sale);
  await eventually(async () => expect((await progressOf(sale)).tickets.length).toBeGreaterThan(0), 60_000);
  const { page, context, consoleErrors } = await staffPage(
    `configuration/representations/${performance}/plan`,
    'seat-map',
  );
  const party = `[data-testid="party-${sale.reservation.code}"]`;
  await page.locator(party).waitFor();
  await tabTo(page, '.t-party-search input');
  await page.keyboard.type('zzzz');
  await page.locator('.t-party-none').waitFor();
  await keys(page, 'Control+a', 'Delete');
  // The list leads to the plan; the lock is a button like the others.
  await pressOn(page, party);
  await page.locator('.t-placement-strip[data-active]').waitFor();
  await pressOn(page, '[data-testid="lock-party"]');
  await page.locator(`${party} .t-party-signs [role=img][aria-label="verrouillée"]`).waitFor();
  await pressOn(page, '[data-testid="lock-party"]');
  await page
    .locator(`${party} .t-party-signs [role=img][aria-label="verrouillée"]`)
    .waitFor({ state: 'detached' });
  // A proposal is asked for, looked at and put aside.
  await keys(page, 'Escape');
  await pressOn(page, '[data-testid="automatic-placement"]');
  await page.getByRole('dialog').waitFor();
  await tabTo(page, 'dialog [data-kind="main"]');
  await keys(page, 'Enter');
  await page.getByTestId('placement-proposal').waitFor();
  await pressOn(page, '[data-testid="placement-proposal"] [data-kind="quiet"]');
  await page.getByTestId('placement-proposal').waitFor({ state: 'detached' });
  // The view, and the documents to print.
  await pressOn(page, '.seat-map-tools button');
  const download = page.waitForEvent('download');
  await pressOn(page, '[data-testid="plan-documents"]');
  await page.getByRole('menuitem').first().waitFor();
  await keys(page, 'ArrowDown', 'Enter');
  expect((await download).suggestedFilename()).toMatch(/\.pdf$/);
  await picture(page, 'keyboard-plan-view');
  expect(consoleErrors).toEqual([]);
  await context.close();
}, 240_000);

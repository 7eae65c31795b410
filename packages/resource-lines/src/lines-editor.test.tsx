/** @jest-environment jsdom */
import { renderSample } from '@coulisse/resource-samples/testing';
import { sampleBlock } from '@coulisse/resource-samples';
import { act, createEvent, fireEvent, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { LinesEditor } from '@coulisse/resource-ui';
import type * as cells from './model/cells';
import type { DocumentLine } from './model/document';
import type { LinesValue, ProductChoice } from './index';

const mockRendered: string[] = [];

/** Each line that renders asks for the text of its cells. */
jest.mock('./model/cells', () => {
  const actual = jest.requireActual<typeof cells>('./model/cells');
  return {
    ...actual,
    cellText: (...[line, column, language]: Parameters<typeof actual.cellText>) => {
      if (column === 'label') mockRendered.push(line.key);
      return actual.cellText(line, column, language);
    },
  };
});

const line = (id: string, part: Partial<Record<keyof DocumentLine, unknown>> = {}) => ({
  id,
  kind: 'line',
  label: `Line ${id}`,
  quantity: '2',
  unit: null,
  unitPrice: '10',
  discount: null,
  vatRate: '20',
  option: null,
  group: null,
  ...part,
});
const START: LinesValue = {
  items: [line('a'), line('b', { group: 'g' }), line('c', { group: 'g' })],
  groups: [{ id: 'g', label: 'Evening' }],
  priceEntry: 'HT',
  discountKind: null,
  discountValue: null,
};
const CLOAKROOM: ProductChoice = {
  id: 'p1',
  label: 'Cloakroom',
  code: 'PR-1',
  unit: { id: 'u1', label: 'evening' },
  unitPrice: '180',
  vatRate: '10',
};

const UNITS = [{ id: 'u1', label: 'evening' }];

const open = async (start: LinesValue = START, props: Partial<Parameters<typeof LinesEditor>[0]> = {}) => {
  let value = start;
  const Held = () => {
    const [held, setHeld] = useState(start);
    value = held;
    return (
      <LinesEditor
        id="lines"
        label="Lines"
        value={held}
        onChange={setHeld}
        units={UNITS}
        findProducts={async (typed) => (CLOAKROOM.label.toLowerCase().includes(typed) ? [CLOAKROOM] : [])}
        {...props}
      />
    );
  };
  const page = renderSample({ children: <Held /> });
  const table = await screen.findByRole('grid', { name: 'Lines' });
  return { ...page, table, value: () => value };
};
const cell = (table: HTMLElement, row: number, column: number) =>
  within(within(table).getAllByRole('row')[row]!).getAllByRole('gridcell')[column]!;
const total = () => screen.getByText('Total inc. VAT', { selector: 'dt' }).nextSibling?.textContent;
const labels = (value: LinesValue) => value.items.map((item) => item['label']);
const paste = (target: Element, text: string) => {
  const event = createEvent.paste(target, { clipboardData: { getData: () => text } });
  fireEvent(target, event);
};

test('cells are edited like those of a spreadsheet; totals follow', async () => {
  const { table, user, value } = await open();
  expect(total()).toBe('€72.00');
  await user.click(cell(table, 1, 2));
  await user.keyboard('5{Enter}');
  expect(value().items[0]).toMatchObject({ quantity: '5' });
  expect(total()).toBe('€108.00');
  // Enter went down to the heading, and from there to the same column.
  await user.keyboard('{ArrowDown}{F2}{Backspace}7{Escape}');
  expect(value().items[1]).toMatchObject({ quantity: '2' });
  await user.keyboard('{Tab}{Tab}12,5{Tab}50{Enter}');
  expect(value().items[1]).toMatchObject({ unitPrice: '12.5', discount: '50' });
  await user.keyboard('{ArrowUp}{Delete}');
  expect(value().items[1]).toMatchObject({ discount: null });
  expect(screen.getAllByRole('status').map((region) => region.textContent)).toContain('Cells cleared');
  await user.keyboard('{Control>}z{/Control}');
  await user.keyboard('{Control>}z{/Control}{Control>}z{/Control}{Control>}z{/Control}');
  expect(value().items).toEqual(
    START.items.map((item) => expect.objectContaining({ id: item['id'] }) as unknown),
  );
  expect(total()).toBe('€72.00');
  await user.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
  expect(total()).toBe('€108.00');
});

test('Enter at the end adds a line with the VAT rate of the last; a product fills it', async () => {
  const { table, user, value } = await open();
  await user.click(cell(table, 4, 1));
  await user.keyboard('{Enter}');
  const input = screen.getByRole('combobox', { name: 'Description' });
  expect(document.activeElement).toBe(input);
  await user.keyboard('cloak');
  const products = await screen.findByRole('listbox', { name: 'Products' });
  expect(within(products).getByRole('option').textContent).toContain('CloakroomPR-1');
  await user.keyboard('{Enter}');
  expect(value().items[3]).toMatchObject({
    label: 'Cloakroom',
    unit: CLOAKROOM.unit,
    unitPrice: '180',
    vatRate: '10',
    group: 'g',
    product: { id: 'p1', label: 'Cloakroom' },
  });
});

test('Alt with arrows moves a line, Ctrl G groups, Alt T adds a text, Ctrl Delete removes', async () => {
  const { table, user, value } = await open();
  await user.click(cell(table, 4, 1));
  await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
  expect(labels(value())).toEqual(['Line a', 'Line c', 'Line b']);
  await user.keyboard('{Control>}{Delete}{/Control}');
  expect(labels(value())).toEqual(['Line a', 'Line b']);
  await user.keyboard('{Alt>}t{/Alt}Hello{Enter}');
  expect(value().items.map((item) => item['kind'])).toContain('text');
  await user.keyboard('{Control>}g{/Control}Second{Enter}');
  expect(value().groups.map((group) => group['label'])).toEqual(['Evening', 'Second']);
});

test('a block of a spreadsheet is pasted; text that is no number stays, with an error', async () => {
  const { table, user, value } = await open();
  await user.click(cell(table, 1, 4));
  paste(cell(table, 1, 4), 'soon\t10 %\n1 234,56 €\t');
  expect(value().items[0]).toMatchObject({ unitPrice: 'soon', discount: '10' });
  expect(value().items[1]).toMatchObject({ unitPrice: '1234.56' });
  expect(table.textContent).toContain('Price ex. VAT : “soon” is not a number');
  expect(cell(table, 1, 4).getAttribute('aria-invalid')).toBe('true');
});

test('200 lines are pasted at once and none is lost', async () => {
  const { table, value } = await open({ ...START, items: [], groups: [] });
  paste(table, sampleBlock(200));
  expect(value().items).toHaveLength(200);
  expect(value().items[199]).toMatchObject({ quantity: '200', description: 'lot 10' });
  expect(screen.getAllByRole('row').length).toBeGreaterThan(200);
});

test('copies a selection for a spreadsheet', async () => {
  const { table, user } = await open();
  await user.click(cell(table, 1, 1));
  await user.keyboard('{Shift>}{ArrowRight}{/Shift}');
  const setData = jest.fn();
  fireEvent.copy(cell(table, 1, 2), { clipboardData: { setData } });
  expect(setData).toHaveBeenCalledWith('text/plain', 'Line a\t2');
});

test('the global discount takes percents and amounts, and says when it is too large', async () => {
  const { user, value } = await open();
  const input = screen.getByRole('textbox', { name: 'Global discount' });
  await user.type(input, '10{Enter}');
  expect(value()).toMatchObject({ discountKind: 'percent', discountValue: '10' });
  expect(total()).toBe('€64.80');
  await user.clear(screen.getByRole('textbox', { name: 'Global discount' }));
  await user.type(screen.getByRole('textbox', { name: 'Global discount' }), '100 € HT{Enter}');
  expect(value()).toMatchObject({ discountKind: 'HT', discountValue: '100' });
  expect(screen.getByText('The discount cannot exceed the total.')).toBeTruthy();
});

test('errors of the server stand at their line', async () => {
  const { table } = await open(START, {
    errors: { 'items/1/unitPrice': 'Too cheap', 'groups/0/label': 'Already used' },
  });
  const [wrong] = within(table)
    .getAllByRole('gridcell')
    .filter((shown) => shown.getAttribute('aria-invalid') === 'true');
  expect(wrong?.textContent).toBe('€10.00');
  expect(table.textContent).toContain('Too cheap');
  expect(table.textContent).toContain('Already used');
});

test('read-only: nothing is edited, everything can be read by keyboard', async () => {
  const { table, user, value } = await open(START, { readOnly: true });
  await user.click(cell(table, 1, 1));
  await user.keyboard('x{Delete}{Control>}g{/Control}{ArrowDown}{ArrowDown}');
  paste(table, 'a\tb');
  expect(value()).toBe(START);
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(document.activeElement?.textContent).toContain('Line b');
});

test('after Escape, Tab leaves the table', async () => {
  const { table, user } = await open();
  await user.click(cell(table, 1, 1));
  await user.keyboard('{Tab}');
  expect(table.contains(document.activeElement)).toBe(true);
  await user.keyboard('{Escape}{Tab}');
  expect(table.contains(document.activeElement)).toBe(false);
});

test('text that is still in an input is stored before a form saves by shortcut', async () => {
  const { table, user, value } = await open();
  await user.click(cell(table, 1, 1));
  await user.keyboard('New name');
  fireEvent.keyDown(document.activeElement!, { key: 's', ctrlKey: true });
  expect(value().items[0]).toMatchObject({ label: 'New name' });
});

test('of five hundred lines, a key renders the two that it concerns', async () => {
  const many = { ...START, items: Array.from({ length: 500 }, (_, index) => line(String(index))) };
  const { table, user } = await open(many);
  await user.click(cell(table, 250, 2));
  mockRendered.length = 0;
  await user.keyboard('{ArrowDown}');
  expect(new Set(mockRendered).size).toBeLessThanOrEqual(3);
  mockRendered.length = 0;
  await user.keyboard('12');
  // One to open the cell, then typing renders the row that is edited only.
  expect(new Set(mockRendered).size).toBeLessThanOrEqual(2);
  mockRendered.length = 0;
  await act(async () => user.keyboard('{Enter}'));
  expect(new Set(mockRendered).size).toBeLessThanOrEqual(3);
});

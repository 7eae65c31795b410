/** @jest-environment jsdom */
import type { DrawnSeat } from './draw';
import { labelText, partyMarkup, showParties, type PartyMark } from './parties';
import { svgElement } from './svg-element';
import { chairsOf, generateTables } from './tables';

const seat = (number: number, row = 'A'): DrawnSeat => ({
  ...{ id: `${row}${number}`, x: number * 26, y: row === 'A' ? 0 : 30, row, number: String(number) },
  ...{ categoryId: 'gold', isPmr: false, state: 'SOLD' },
});
const all = [1, 2, 3, 4, 5, 6].flatMap((number) => [seat(number), seat(number, 'B')]);
const mark = (seats: DrawnSeat[], changes: Partial<PartyMark> = {}): PartyMark => ({
  ...{ name: 'Marchetti', color: '#2f7f8f', look: 'sold', isLocked: false, seats },
  ...changes,
});

test('a label has the name, its beginning or only the number, as its width allows', () => {
  expect(labelText('Oury', 4, 100)).toBe('Oury 4');
  expect(labelText('Marchetti', 3, 60)).toBe('Marche… 3');
  expect(labelText('Marchetti', 2, 34)).toBe('2');
});

test('neighbours have a band and a label, a single seat has neither', () => {
  const sheet = svgElement('svg', {});
  showParties(sheet, [mark([seat(1), seat(2), seat(3), seat(5), seat(2, 'B')])], all);
  expect(sheet.querySelectorAll('polyline')).toHaveLength(1);
  expect([...sheet.querySelectorAll('text')].map(({ textContent }) => textContent)).toEqual(['Marchetti 3']);
  expect(sheet.querySelectorAll('.seat-plan-party > rect')).toHaveLength(5);
  showParties(sheet, [mark([seat(1), seat(2)])], all);
  expect(sheet.querySelectorAll('.seat-plan-parties, .seat-plan-party')).toHaveLength(2);
});

test('a name stays a text, whatever it contains', () => {
  const name = '<script>"&';
  const sheet = svgElement('svg', {});
  showParties(
    sheet,
    [
      mark(
        [1, 2, 3, 4, 5, 6].map((number) => seat(number)),
        { name },
      ),
    ],
    all,
  );
  expect(sheet.querySelector('script')).toBeNull();
  expect(sheet.querySelector('text')?.textContent).toBe(`${name} 6`);
});

test('a locked party has a lock in its label', () => {
  expect(partyMarkup(mark([seat(1), seat(2)], { isLocked: true }), all)).toContain('<path');
  expect(partyMarkup(mark([seat(1), seat(2)]), all)).not.toContain('<path');
});

test('at a table, labels stand outside the chairs, each on the side of its party', () => {
  const chairs = chairsOf({
    ...{ id: 't1', label: '1', form: 'ROUND', categoryId: 'gold', chairs: 6, ends: 0, width: 56, depth: 56 },
    ...{ x: 100, y: 100, rotation: 0, firstSeat: 1, numbering: 'LEFT_TO_RIGHT', accessible: [] },
  }).map(({ number, x, y }) => ({ ...seat(Number(number), '1'), x, y, tableId: 't1' }));
  const labelOf = (seats: DrawnSeat[]) => {
    const [, y = ''] = /<text x="100" y="([-\d.]+)"/.exec(partyMarkup(mark(seats), chairs)) ?? [];
    return Number(y);
  };
  const [top, bottom] = [Math.min(...chairs.map(({ y }) => y)), Math.max(...chairs.map(({ y }) => y))];
  // A chair is 18 wide, and the baseline of a text is 3.2 below the middle of its label, which is 13 high.
  const outside = 18 / 2 + 13 / 2;
  expect(labelOf(chairs)).toBeCloseTo(top - outside + 3.2);
  expect(labelOf(chairs.slice(0, 2))).toBeCloseTo(top - outside + 3.2);
  expect(labelOf(chairs.slice(2, 5))).toBeCloseTo(bottom + outside + 3.2);
  // Others sit between them: still one label.
  expect(
    partyMarkup(mark([chairs[0]!, chairs[1]!, chairs[4]!, chairs[5]!]), chairs).match(/<text/g),
  ).toHaveLength(1);
  // The left and the right half of the table.
  expect(labelOf([chairs[4]!, chairs[5]!])).toBeLessThan(top);
  expect(labelOf([chairs[1]!, chairs[2]!])).toBeGreaterThan(bottom);
});

test('labels of parties on the same side of a table lie beside each other', () => {
  const chairs = chairsOf({
    ...{ id: 't1', label: '1', form: 'ROUND', categoryId: 'gold', chairs: 8, ends: 0, width: 56, depth: 56 },
    ...{ x: 100, y: 100, rotation: 0, firstSeat: 1, numbering: 'LEFT_TO_RIGHT', accessible: [] },
  }).map(({ number, x, y }) => ({ ...seat(Number(number), '1'), x, y, tableId: 't1' }));
  const [left, right] = [chairs.slice(6, 8), chairs.slice(0, 2)];
  const sheet = svgElement('svg', {});
  showParties(sheet, [mark(right, { name: 'Lien' }), mark(left, { name: 'Espèces' })], chairs);
  const labels = [...sheet.querySelectorAll('g[data-look] > g > rect')].map((rect) => ({
    x: Number(rect.getAttribute('x')),
    end: Number(rect.getAttribute('x')) + Number(rect.getAttribute('width')),
    y: rect.getAttribute('y'),
  }));
  expect(labels).toHaveLength(2);
  expect(labels[0]?.y).toBe(labels[1]?.y);
  expect(labels[1]!.end).toBeLessThanOrEqual(labels[0]!.x);
  // Alone on its side, a party has the whole of it.
  showParties(sheet, [mark(right, { name: 'Lien' })], chairs);
  expect(sheet.querySelector('text')?.textContent).toBe('Lien 2');
});

test('between two tables, labels cover no seat and lie beside each other', () => {
  const tables = generateTables(
    {
      ...{ columns: 1, rows: 2, firstLabel: 'T1', form: 'ROUND', chairs: 8, ends: 0, categoryId: 'gold' },
      ...{ gap: 12, x: 100, y: 100 },
    },
    new Set(),
    (label) => label,
  );
  const [upper = [], lower = []] = tables.map((table) =>
    chairsOf(table).map(({ number, x, y }) => ({
      ...{ ...seat(Number(number), table.label), id: `${table.label}-${number}` },
      ...{ x, y, tableId: table.id },
    })),
  );
  const sheet = svgElement('svg', {});
  showParties(
    sheet,
    [mark(upper.slice(2, 4), { name: 'Bernard-Leroy' }), mark(lower, { name: 'Paul Dumas' })],
    [...upper, ...lower],
  );
  const boxes = [...sheet.querySelectorAll('g[data-look] > g > rect')].map((rect) => {
    const [x = 0, y = 0, width = 0, height = 0] = ['x', 'y', 'width', 'height'].map((name) =>
      Number(rect.getAttribute(name)),
    );
    return { left: x, right: x + width, top: y, bottom: y + height };
  });
  expect(boxes).toHaveLength(2);
  const [first, second] = boxes.sort((a, b) => a.left - b.left);
  expect(first!.right).toBeLessThanOrEqual(second!.left);
  // The gap is one unit lower than a label: half of it lies over the edge of a chair.
  for (const { x, y } of [...upper, ...lower])
    for (const box of boxes) {
      const isBeside = x + 9 <= box.left || x - 9 >= box.right;
      const isAway = y + 8.5 <= box.top || y - 8.5 >= box.bottom;
      expect(isBeside || isAway).toBe(true);
    }
});

/** @jest-environment jsdom */
import type { DrawnSeat } from './draw';
import { labelText, partyMarkup, showParties, type PartyMark } from './parties';
import { svgElement } from './svg-element';

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

import type { CartLine } from '../api/types';
import type { CartPrices } from './cart-prices';
import { pricedLines, recapGroups } from './recap-groups';

const line = (seatId: string, number: string, priceMinor: number): CartLine => ({
  ...{ seatId, row: 'A', number, priceMinor },
  ...{ categoryName: 'Carré or', formulaId: 'full', formulaName: 'Plein tarif' },
});
const prices = {
  lines: [
    { seatId: 'a1', listedMinor: 9800, priceMinor: 8820 },
    { seatId: 'a2', listedMinor: 9800, priceMinor: 8821 },
  ],
  discountMinor: 1959,
} as CartPrices;

test('lines have the listed prices, and with the line of the code they make the total', () => {
  const lines = pricedLines([line('a2', '2', 8821), line('a1', '1', 8820)], prices);
  const [group, ...others] = recapGroups(lines);
  expect(group?.lines.map(({ number, priceMinor }) => [number, priceMinor])).toEqual([
    ['1', 9800],
    ['2', 9800],
  ]);
  expect(others).toEqual([]);
  const listed = lines.reduce((sum, { priceMinor }) => sum + priceMinor, 0);
  expect(listed - prices.discountMinor).toBe(8820 + 8821);
});

test('without prices that were read, those of the cart count', () => {
  expect(pricedLines([line('a1', '1', 8820)], null)).toEqual([line('a1', '1', 8820)]);
});

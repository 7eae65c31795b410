import fc from 'fast-check';
import { parseAmount } from '@coulisse/money';
import { documentLines } from './document-lines.domain';

const show = { label: 'Spectacle', rateBasisPoints: 550, amountMinor: 4_000 };
const dinner = { label: 'Dîner', rateBasisPoints: 1_000, amountMinor: 4_900 };

test('places of one formula and price are one line for each rate', () => {
  const place = { formula: 'Dîner spectacle', vat: [show, dinner] };
  expect(documentLines([place, place, { formula: 'Spectacle seul', vat: [show] }], [])).toEqual([
    { label: 'Dîner spectacle · Spectacle', quantity: '2', unitPrice: '40.00', vatRate: '5.5' },
    { label: 'Dîner spectacle · Dîner', quantity: '2', unitPrice: '49.00', vatRate: '10' },
    { label: 'Spectacle seul', quantity: '1', unitPrice: '40.00', vatRate: '5.5' },
  ]);
});

test('a free place has no line, an option says how many', () => {
  const free = { formula: 'Chauffeur', vat: [] };
  const parking = { label: 'Parking', rateBasisPoints: 2_000, amountMinor: 1_000 };
  expect(documentLines([free], [{ name: 'Parking', quantity: 3, vat: [parking] }])).toEqual([
    { label: 'Parking × 3', quantity: '1', unitPrice: '10.00', vatRate: '20' },
  ]);
});

test('the sum of the lines is what was sold, to the cent', () => {
  const part = fc.record({
    label: fc.string(),
    rateBasisPoints: fc.constantFrom(210, 550, 1_000, 2_000),
    amountMinor: fc.nat(50_000),
  });
  const places = fc.array(fc.record({ formula: fc.constantFrom('A', 'B'), vat: fc.array(part) }));
  fc.assert(
    fc.property(places, places, (sold, extra) => {
      const options = extra.map(({ formula, vat }, index) => ({ name: formula, quantity: index + 1, vat }));
      const sum = documentLines(sold, options).reduce(
        (total, { quantity, unitPrice }) => total + Number(quantity) * parseAmount(unitPrice),
        0,
      );
      const amounts = [...sold, ...options].flatMap(({ vat }) => vat.map(({ amountMinor }) => amountMinor));
      expect(sum).toBe(amounts.reduce((total, amount) => total + amount, 0));
    }),
  );
});

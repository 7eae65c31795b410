import fc from 'fast-check';
import { convertedPrice } from './prices';

it.each([
  ['100', '20', 'TTC', '120'],
  ['120', '20', 'HT', '100'],
  ['45', '5.5', 'HT', '42.654028'],
  ['-0.5', '10', 'TTC', '-0.55'],
  ['10', '0', 'HT', '10'],
  ['99999999', '100', 'TTC', '199999998'],
  ['sur demande', '20', 'HT', 'sur demande'],
  ['10', 'x', 'HT', '10'],
] as const)('%s at %s %% in %s is %s', (price, rate, to, expected) =>
  expect(convertedPrice(price, rate, to)).toBe(expected),
);

it('comes back to the cent', () => {
  const cents = fc.integer({ min: 0, max: 9_999_999 });
  fc.assert(
    fc.property(cents, fc.constantFrom('20', '10', '5.5', '2.1', '0'), (amount, rate) => {
      const back = convertedPrice(convertedPrice(String(amount / 100), rate, 'HT'), rate, 'TTC');
      expect(Math.round(Number(back) * 100)).toBe(amount);
    }),
  );
});

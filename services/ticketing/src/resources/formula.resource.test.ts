import { formatAmount, parseAmount, sum } from '@coulisse/money';
import { blockersOf, type AnyRecord, type ResourceDefinition } from '@coulisse/resource';
import fc from 'fast-check';
import { priceParts, rateBasisPoints } from './formula-price.rules';
import { formula } from './formula.resource';

const definition: ResourceDefinition = formula;
const record = (ticketPriceTTC: string, ...vatBreakdown: { rate: string; amountTTC: string }[]) =>
  ({ ticketPriceTTC, vatBreakdown }) as unknown as AnyRecord;
const codes = (formulaRecord: AnyRecord) =>
  blockersOf(definition.rules, formulaRecord).map(({ code, pointer }) => [code, pointer]);

describe('the price of a formula', () => {
  test('is the sum of its VAT shares, to the cent', () => {
    const dinner = [
      { rate: '5.5', amountTTC: '45.00' },
      { rate: '10', amountTTC: '34.00' },
      { rate: '20', amountTTC: '10.00' },
    ];
    expect(codes(record('89.00', ...dinner))).toEqual([]);
    expect(codes(record('89.01', ...dinner))).toEqual([['formula.vat-sum', '/vatBreakdown']]);
    expect(codes(record('89.00'))).toEqual([['formula.vat-sum', '/vatBreakdown']]);
    expect(codes(record('0.00'))).toEqual([]);
  });
  test('is split per rate: what is paid stays, the base is rounded half up', () => {
    expect(priceParts([{ rate: '5.5', amountTTC: '45.00' }])).toEqual({ ht: '42.65', vat: '2.35' });
    expect(priceParts([{ rate: '2.1', amountTTC: '45.00' }])).toEqual({ ht: '44.07', vat: '0.93' });
  });
  test('parses rates from decimal percentages', () => {
    expect(['20', '5.5', '2.1', '0', '8.50'].map(rateBasisPoints)).toEqual([2000, 550, 210, 0, 850]);
  });
  test('never loses or makes a cent', () => {
    const share = fc.record({
      rate: fc.constantFrom('0', '2.1', '5.5', '10', '20'),
      amountTTC: fc.integer({ min: 0, max: 9_999_999 }).map(formatAmount),
    });
    fc.assert(
      fc.property(fc.array(share, { maxLength: 6 }), (shares) => {
        const { ht, vat } = priceParts(shares);
        expect(parseAmount(ht) + parseAmount(vat)).toBe(
          sum(shares.map(({ amountTTC }) => parseAmount(amountTTC))),
        );
      }),
    );
  });
});

import fc from 'fast-check';
import type { FieldDescriptor } from '@coulisse/mfe-kit';
import { filledColumns, keyOf, linesOf, moved, newLine, totalsOf } from './lines';

const field = (
  name: string,
  type: FieldDescriptor['type'],
  overrides: Partial<FieldDescriptor> = {},
): FieldDescriptor => ({
  name,
  type,
  required: false,
  label: { fr: name, en: name },
  ...overrides,
});

it('sums amounts, never prices, rates or limits', () => {
  const fields = [
    field('label', 'text'),
    field('unitPrice', 'money'),
    field('rate', 'percent'),
    field('quantity', 'int'),
    field('amountTTC', 'money'),
    field('lasts', 'duration'),
    field('floor', 'int'),
  ];
  const lines = [
    { label: 'Repas', unitPrice: '49.00', rate: '10', quantity: 2, amountTTC: '98.10', lasts: 90, floor: 1 },
    {
      label: 'Spectacle',
      unitPrice: '40.00',
      rate: '5.5',
      quantity: 1,
      amountTTC: '0.20',
      lasts: 45,
      floor: 2,
    },
  ];
  expect(totalsOf(fields, lines)).toEqual({ quantity: '3', amountTTC: '98.30', lasts: 135 });
});

it('sums nothing for a single line, or when a value is not a number', () => {
  const amount = [field('amount', 'money')];
  expect(totalsOf(amount, [{ amount: '1.00' }])).toEqual({});
  expect(totalsOf(amount, [{ amount: '1.00' }, { amount: 'douze' }])).toEqual({});
  expect(totalsOf(amount, [{ amount: '1.00' }, { amount: null }, { amount: '2.5' }])).toEqual({
    amount: '3.50',
  });
});

it('sums exactly, whatever the number of lines', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -1e12, max: 1e12 }), { minLength: 2 }), (cents) => {
      const write = (units: bigint) => {
        const figures = String(units < 0n ? -units : units).padStart(3, '0');
        return `${units < 0n ? '-' : ''}${figures.slice(0, -2)}.${figures.slice(-2)}`;
      };
      const sum = cents.reduce((total, cent) => total + BigInt(cent), 0n);
      expect(
        totalsOf(
          [field('amount', 'money')],
          cents.map((cent) => ({ amount: write(BigInt(cent)) })),
        ),
      ).toEqual({
        amount: write(sum),
      });
    }),
  );
});

it('moves a line within the table', () => {
  const lines = ['a', 'b', 'c'].map((id) => ({ id }));
  const ids = (all: readonly { id?: unknown }[]) => all.map((line) => line.id).join('');
  expect(ids(moved(lines, 0, 2))).toBe('bca');
  expect(ids(moved(lines, 2, 1))).toBe('acb');
  expect(ids(moved(lines, 0, -1))).toBe('abc');
  expect(ids(moved(lines, 2, 3))).toBe('abc');
});

it('gives each new line a key and the default values', () => {
  const [first, second] = [newLine(), newLine([field('country', 'country', { default: 'FR' })])];
  expect(keyOf(first, 0)).not.toBe(keyOf(second, 0));
  expect(second).toMatchObject({ country: 'FR' });
  expect(keyOf({ id: 'x' }, 3)).toBe('x');
  expect(linesOf(null)).toEqual([]);
});

it('shows the columns that have a value', () => {
  const lines = field('lines', 'children', {
    fields: [field('a', 'text'), field('b', 'bool'), field('c', 'text')],
  });
  expect(filledColumns(lines, [{ a: 'x', b: false, c: null }]).map(({ name }) => name)).toEqual(['a']);
});

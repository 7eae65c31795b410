import {
  creditableLines,
  creditedDeposits,
  creditedDiscount,
  creditedLines,
  type Bill,
} from './credited-lines.domain';

const line = (id: string, quantity: string, unitPrice: string) => ({
  ...{ id, kind: 'line', label: id, description: null, quantity, unitPrice, discount: null, vatRate: '20' },
  ...{ vatExemption: null, option: null, group: null, totalHT: null, totalTTC: null },
  ...{ product: null, unit: null, account: null, quoteItem: null },
});
/** Two lines of 300 and 100, and one that was returned. */
const billWith = (changes: object = {}) =>
  ({
    items: [line('a', '3', '100'), line('b', '1', '100'), line('c', '-1', '50')],
    ...{ priceEntry: 'HT', discountKind: null, discountValue: null },
    ...changes,
  }) as unknown as Bill;
const credited = new Map([['a', '2']]);

test('everything that is left of a bill can be credited', () => {
  expect(creditableLines(billWith(), credited).map(({ billItem, quantity }) => [billItem, quantity])).toEqual(
    [
      ['a', '1'],
      ['b', '1'],
      ['c', '-1'],
    ],
  );
  expect(
    creditableLines(billWith(), new Map([...credited, ['b', '1']])).map(({ billItem }) => billItem),
  ).toEqual(['a', 'c']);
});

test('prices are those of the bill, whatever was sent', () => {
  const { lines, errors } = creditedLines(billWith(), credited, [
    { billItem: 'b', label: 'Geste', quantity: '0.5', unitPrice: '9999', vatRate: '5.5' },
  ]);
  expect(errors).toEqual([]);
  expect(lines).toMatchObject([{ label: 'Geste', quantity: '0.5', unitPrice: '100', vatRate: '20' }]);
});

test.each([
  [[{ billItem: 'a', quantity: '1.0001' }], '/items/0/quantity', 'avoir.quantity-above-left'],
  [
    [
      { billItem: 'a', quantity: '1' },
      { billItem: 'a', quantity: '0.5' },
    ],
    '/items/1/quantity',
    'avoir.quantity-above-left',
  ],
  [[{ billItem: 'b', quantity: '-1' }], '/items/0/quantity', 'avoir.quantity-above-left'],
  [[{ billItem: 'b', quantity: '0' }], '/items/0/quantity', 'avoir.quantity-above-left'],
  [[{ billItem: 'c', quantity: '1' }], '/items/0/quantity', 'avoir.quantity-above-left'],
  [[{ billItem: 'z', quantity: '1' }], '/items/0/billItem', 'avoir.line-not-of-bill'],
  [[{ quantity: '1' }], '/items/0/billItem', 'avoir.line-not-of-bill'],
])('lines %j are refused at %s', (wished, pointer, code) => {
  expect(creditedLines(billWith(), credited, wished).errors).toMatchObject([{ pointer, code }]);
});

test('a discount in percent stays, an amount is divided by what the lines are worth', () => {
  const half = [line('a', '1.5', '100')];
  const percent = { discountKind: 'percent', discountValue: '10' } as const;
  expect(creditedDiscount(billWith(percent), half)).toEqual(percent);
  const amount = { discountKind: 'HT', discountValue: '35' } as const;
  expect(creditedDiscount(billWith(amount), half)).toEqual({ discountKind: 'HT', discountValue: '15.00' });
  const all = billWith(amount).items;
  expect(creditedDiscount(billWith(amount), all)).toEqual({ discountKind: 'HT', discountValue: '35.00' });
});

test('the credit note that completes the credit of a bill takes its deposits back, and no other', () => {
  const deposits = [{ label: 'Acompte', rate: '20', base: '10.00', vat: '2.00' }];
  const from = billWith({ deposits });
  const everyLine = creditableLines(from, credited);
  expect(creditedDeposits(from, credited, everyLine)).toEqual({ deposits });
  expect(creditedDeposits(from, credited, everyLine.slice(1))).toEqual({ deposits: null });
  expect(creditedDeposits(from, new Map(), everyLine)).toEqual({ deposits: null });
});

import {
  decimalOf,
  discountMinor,
  minorOf,
  nextMeans,
  paidByVoucher,
  partsOf,
  usualFormula,
} from './desk-money';

test('typed amounts are read with a comma or a point', () => {
  expect(decimalOf('12,5')).toBe('12.50');
  expect(minorOf('1 234,56 €')).toBe(123_456);
  expect(decimalOf('douze')).toBeNull();
});
test('the last means takes what the others leave', () => {
  expect(partsOf(['CARD'], {}, 17_800)).toEqual([{ method: 'CARD', amountMinor: 17_800 }]);
  expect(partsOf(['CASH', 'CARD'], { CASH: '50' }, 17_800)).toEqual([
    { method: 'CASH', amountMinor: 5_000 },
    { method: 'CARD', amountMinor: 12_800 },
  ]);
  expect(partsOf(['CASH', 'CARD'], { CASH: '178' }, 17_800)).toBeNull();
  expect(partsOf(['CASH', 'CARD'], {}, 17_800)).toBeNull();
  expect(partsOf(['CARD'], {}, 0)).toEqual([]);
});
test('a discount is a percentage or an amount (R-181)', () => {
  expect(discountMinor(17_800, { kind: 'percentage', entry: 'TTC', value: '10' })).toBe(1_780);
  expect(discountMinor(17_800, { kind: 'amount', entry: 'TTC', value: '10' })).toBe(1_000);
  expect(discountMinor(17_800, { kind: 'amount', entry: 'HT', value: '10' })).toBeNull();
});
test('the usual formula is the default one, else the first', () => {
  const formula = (id: string, isDefault: boolean) => ({
    id,
    name: id,
    categoryId: 'c',
    priceMinor: 1,
    isDefault,
  });
  expect(usualFormula('c', [formula('a', false), formula('b', true)])?.id).toBe('b');
  expect(usualFormula('c', [formula('a', false)])?.id).toBe('a');
  expect(usualFormula('x', [formula('a', false)])).toBeUndefined();
});
test('the first means that is pressed replaces the proposed one, a further one takes the rest', () => {
  expect(nextMeans(['CARD'], 'CASH', false)).toEqual(['CASH']);
  expect(nextMeans(['CASH'], 'CARD', true)).toEqual(['CASH', 'CARD']);
  expect(nextMeans(['CASH', 'CARD'], 'CASH', true)).toEqual(['CARD']);
  expect(nextMeans(['CARD'], 'LATER', true)).toEqual(['LATER']);
  expect(nextMeans(['LATER'], 'CHEQUE', true)).toEqual(['CHEQUE']);
});

test('a gift voucher pays what it has, of its formulas, after the discount', () => {
  const dinner = { id: 'dinner', priceMinor: 8900 };
  const show = { id: 'show', priceMinor: 3000 };
  const voucher = (balanceMinor: number, formulas: string[] = []) => ({
    ...{ id: 'voucher', code: 'B-7K3M-9QX4', validityDate: null },
    ...{ balanceMinor, formulas },
  });
  expect(paidByVoucher(null, [dinner], 0)).toBe(0);
  expect(paidByVoucher(voucher(10_000), [dinner], 0)).toBe(8900);
  expect(paidByVoucher(voucher(10_000), [dinner, show], 1000)).toBe(10_000);
  expect(paidByVoucher(voucher(20_000, ['show']), [dinner, show], 0)).toBe(3000);
  // 1000 cents over 8900 and 3000: 748 and 252.
  expect(paidByVoucher(voucher(20_000, ['show']), [dinner, show], 1000)).toBe(2748);
});

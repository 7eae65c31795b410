import { decimalOf, discountOf, minorOf, nextMeans, partsOf, usualFormula } from './desk-money';

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
test('a discount is a percentage or an amount, with or without tax (R-181)', () => {
  expect(discountOf({ kind: 'percentage', entry: 'TTC', value: '10' })).toEqual({
    ...{ kind: 'percentage', percentage: '10.00' },
  });
  expect(discountOf({ kind: 'amount', entry: 'HT', value: '12,5' })).toEqual({
    ...{ kind: 'amount', amount: '12.50', entry: 'HT' },
  });
  expect(discountOf({ kind: 'amount', entry: 'TTC', value: '' })).toBeNull();
});
test('the usual formula is the default one, else the first', () => {
  const formula = (id: string, isDefault: boolean) => ({
    id,
    name: id,
    categoryId: 'c',
    priceMinor: 1,
    minimumNumberOfPeople: id === 'group' ? 8 : 1,
    isDefault,
  });
  expect(usualFormula('c', [formula('a', false), formula('b', true)])?.id).toBe('b');
  expect(usualFormula('c', [formula('a', false)])?.id).toBe('a');
  expect(usualFormula('x', [formula('a', false)])).toBeUndefined();
  const withGroup = [formula('group', true), formula('a', false)];
  expect(usualFormula('c', withGroup)?.id).toBe('a');
  expect(usualFormula('c', withGroup, () => 8)?.id).toBe('group');
  expect(usualFormula('c', [formula('group', false)])?.id).toBe('group');
});
test('the first means that is pressed replaces the proposed one, a further one takes the rest', () => {
  expect(nextMeans(['CARD'], 'CASH', false)).toEqual(['CASH']);
  expect(nextMeans(['CASH'], 'CARD', true)).toEqual(['CASH', 'CARD']);
  expect(nextMeans(['CASH', 'CARD'], 'CASH', true)).toEqual(['CARD']);
  expect(nextMeans(['CARD'], 'LATER', true)).toEqual(['LATER']);
  expect(nextMeans(['LATER'], 'CHEQUE', true)).toEqual(['CHEQUE']);
  expect(nextMeans(['LATER'], 'LINK', true)).toEqual(['LINK']);
  expect(nextMeans(['LINK'], 'LINK', true)).toEqual(['CARD']);
  expect(nextMeans(['LINK'], 'CASH', true)).toEqual(['CASH']);
});

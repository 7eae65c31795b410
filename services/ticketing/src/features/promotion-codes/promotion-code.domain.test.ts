import fc from 'fast-check';
import { vatOf } from '../checkout/vat.domain';
import { applyPromotionCode, type PromotionCode, type PromotionLine } from './promotion-code.domain';

const code = (changes: Partial<PromotionCode> = {}): PromotionCode => ({
  id: 'code',
  code: 'RENTREE',
  isPercentage: true,
  value: 1000,
  start: null,
  end: null,
  active: true,
  maxNumberOfUses: null,
  numberOfUses: 0,
  formulas: [],
  isOfOtherEntity: false,
  ...changes,
});
const line = (formulaId: string, ...shares: [rate: number, amount: number][]): PromotionLine => ({
  formulaId,
  vat: shares.map(([rateBasisPoints, amountMinor]) => ({ label: 'part', rateBasisPoints, amountMinor })),
});
const dinner = line('dinner', [550, 4500], [1000, 3400], [2000, 1000]);
const show = line('show', [550, 3000]);
const DAY = '2026-12-24';
const refusal = (changes: Partial<PromotionCode> | null, lines = [dinner]) =>
  applyPromotionCode(changes && code(changes), lines, DAY).refusal;
const applied = (changes: Partial<PromotionCode>, lines: readonly PromotionLine[]) => {
  const result = applyPromotionCode(code(changes), lines, DAY);
  if (result.refusal !== null) throw new Error(result.refusal);
  return result;
};
const amounts = (vat: PromotionLine['vat']) => vat.map(({ amountMinor }) => amountMinor);
const paid = (vat: readonly PromotionLine['vat'][]) =>
  vat.flatMap(amounts).reduce((sum, amount) => sum + amount, 0);

describe('a promotion code (R-182)', () => {
  test('is refused when it is unknown, inactive, out of its period or used up', () => {
    expect(refusal(null)).toBe('promotion-code.unknown');
    expect(refusal({ active: false })).toBe('promotion-code.inactive');
    expect(refusal({ start: '2026-12-25' })).toBe('promotion-code.out-of-period');
    expect(refusal({ end: '2026-12-23' })).toBe('promotion-code.out-of-period');
    expect(refusal({ maxNumberOfUses: 3, numberOfUses: 3 })).toBe('promotion-code.exhausted');
  });
  test('is valid on the first and the last day of its period, and for its last use', () => {
    expect(refusal({ start: DAY, end: DAY, maxNumberOfUses: 3, numberOfUses: 2 })).toBeNull();
  });
  test('is refused when it covers none of the formulas', () => {
    expect(refusal({ formulas: ['show'] })).toBe('promotion-code.formula-not-covered');
    expect(refusal({}, [])).toBe('promotion-code.formula-not-covered');
  });
  test('is refused for the shows of other structures than its own, whatever they are', () => {
    expect(refusal({ isOfOtherEntity: true })).toBe('promotion-code.other-entity');
    // A code that is over says so first.
    expect(refusal({ isOfOtherEntity: true, active: false })).toBe('promotion-code.inactive');
  });
  test('takes a percentage off the formulas that it covers', () => {
    const { discountMinor, vat } = applied({ formulas: ['dinner'], value: 1000 }, [dinner, show]);
    expect(discountMinor).toBe(890);
    expect(vat.map(amounts)).toEqual([[4050, 3060, 900], [3000]]);
  });
  test('takes an amount off, and never more than there is', () => {
    const amount = { isPercentage: false, value: 1000 };
    expect(applied(amount, [show]).vat.map(amounts)).toEqual([[2000]]);
    expect(applied({ ...amount, value: 999_900 }, [show, show])).toMatchObject({ discountMinor: 6000 });
    expect(applied(amount, [line('free', [550, 0])])).toMatchObject({ discountMinor: 0 });
  });
  test('spreads cents by largest remainder', () => {
    const three = [550, 1000, 2000].map((rate) => line('x', [rate, 100]));
    expect(applied({ isPercentage: false, value: 100 }, three).vat.map(amounts)).toEqual([[66], [67], [67]]);
  });
});

describe('whatever is bought and whatever the code', () => {
  const parts = fc.array(
    fc.record({
      label: fc.constant('part'),
      rateBasisPoints: fc.constantFrom(0, 210, 550, 1000, 2000),
      amountMinor: fc.nat(100_000),
    }),
    { minLength: 1, maxLength: 3 },
  );
  const lines = fc.array(fc.record({ formulaId: fc.constantFrom('a', 'b', 'c'), vat: parts }), {
    minLength: 1,
    maxLength: 12,
  });
  const codes = fc.record({
    isPercentage: fc.boolean(),
    value: fc.integer({ min: 1, max: 10_000 }),
    formulas: fc.subarray(['a', 'b', 'c']),
  });
  const every = (
    check: (result: Exclude<ReturnType<typeof applied>, null>, bought: PromotionLine[]) => void,
  ) =>
    fc.assert(
      fc.property(codes, lines, (changes, bought) => {
        const result = applyPromotionCode(code(changes), bought, DAY);
        if (result.refusal === null) check(result, bought);
        else expect(bought.some(({ formulaId }) => changes.formulas.includes(formulaId))).toBe(false);
      }),
    );

  test('no price falls below zero, and the discount never exceeds the total', () => {
    every(({ discountMinor, vat }, bought) => {
      const total = paid(bought.map((item) => item.vat));
      expect(discountMinor).toBeGreaterThanOrEqual(0);
      expect(discountMinor).toBeLessThanOrEqual(total);
      expect(vat.flatMap(amounts).every((amount) => Number.isInteger(amount) && amount >= 0)).toBe(true);
      expect(paid(vat)).toBe(total - discountMinor);
    });
  });
  test('the VAT of the discounted lines and its bases still add up to what is paid', () => {
    every(({ vat }) => {
      const sum = vatOf(vat).reduce((total, { baseMinor, vatMinor }) => total + baseMinor + vatMinor, 0);
      expect(sum).toBe(paid(vat));
    });
  });
});

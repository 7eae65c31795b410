import { sum } from '@coulisse/money';
import fc from 'fast-check';
import {
  applyVoucher,
  isReminderDue,
  refusalOfVoucher,
  taxedAtUse,
  vatPurposeOf,
  voucherTotal,
  type UsableVoucher,
  type VoucherLine,
} from './gift-voucher.domain';

const DAY = '2026-12-24';
const voucher = (changes: Partial<UsableVoucher> = {}): UsableVoucher => ({
  id: 'voucher',
  code: 'B-7K3M-9QX4',
  state: 'VALIDATED',
  validityDate: '2027-12-24',
  balanceMinor: 10_000,
  formulas: [],
  vatPurpose: 'MULTI_PURPOSE',
  isHidden: false,
  ...changes,
});
const line = (formulaId: string, ...shares: [rate: number, amount: number][]): VoucherLine => ({
  formulaId,
  priceMinor: sum(shares.map(([, amount]) => amount)),
  vat: shares.map(([rateBasisPoints, amountMinor]) => ({ label: 'part', rateBasisPoints, amountMinor })),
});
const dinner = line('dinner', [550, 4500], [1000, 4400]);
const show = line('show', [550, 3000]);

describe('the use of a gift voucher', () => {
  test('needs one that is found and paid for (R-101)', () => {
    expect(refusalOfVoucher(null, DAY)).toBe('gift-voucher.not-found');
    expect(refusalOfVoucher(voucher({ state: 'DRAFT' }), DAY)).toBe('gift-voucher.not-found');
    expect(refusalOfVoucher(voucher({ state: 'CANCELED' }), DAY)).toBe('gift-voucher.not-found');
  });
  test('needs a rest of its value (R-102)', () => {
    expect(refusalOfVoucher(voucher({ balanceMinor: 0 }), DAY)).toBe('gift-voucher.already-used');
    expect(refusalOfVoucher(voucher({ balanceMinor: 1 }), DAY)).toBeNull();
  });
  test('is possible on its last day, and not on the next one (R-103, R-169)', () => {
    expect(refusalOfVoucher(voucher({ validityDate: DAY }), DAY)).toBeNull();
    expect(refusalOfVoucher(voucher({ validityDate: '2026-12-23' }), DAY)).toBe('gift-voucher.expired');
    expect(refusalOfVoucher(voucher({ validityDate: null }), DAY)).toBeNull();
  });
  test('needs a place of its formula when it has one (R-145)', () => {
    const ofShows = voucher({ formulas: ['show'] });
    expect(applyVoucher(ofShows, [dinner], DAY).refusal).toBe('gift-voucher.not-valid-for-reservation');
    expect(applyVoucher(ofShows, [dinner, show], DAY)).toEqual({
      refusal: null,
      voucherMinor: 3000,
      leftToPayMinor: 8900,
      balanceMinor: 7000,
    });
  });
  test('pays a part of an order, or a part of the voucher pays all of it', () => {
    expect(applyVoucher(voucher(), [dinner, show], DAY)).toMatchObject({
      voucherMinor: 10_000,
      leftToPayMinor: 1900,
      balanceMinor: 0,
    });
    expect(applyVoucher(voucher(), [show], DAY)).toMatchObject({
      voucherMinor: 3000,
      leftToPayMinor: 0,
      balanceMinor: 7000,
    });
  });
  test('never pays more than there is, whatever is bought', () => {
    const lines = fc.array(
      fc
        .record({ formula: fc.constantFrom('a', 'b'), reduced: fc.nat(50_000), full: fc.nat(50_000) })
        .map(({ formula, reduced, full }) => line(formula, [550, reduced], [2000, full])),
      { minLength: 1, maxLength: 12 },
    );
    fc.assert(
      fc.property(
        lines,
        fc.integer({ min: 1, max: 500_000 }),
        fc.subarray(['a', 'b']),
        fc.constantFrom('SINGLE_PURPOSE' as const, 'MULTI_PURPOSE' as const),
        (bought, balanceMinor, formulas, vatPurpose) => {
          const used = voucher({ balanceMinor, formulas, vatPurpose });
          const applied = applyVoucher(used, bought, DAY);
          const total = sum(bought.map(({ priceMinor }) => priceMinor));
          if (applied.refusal !== null) return !bought.some(({ formulaId }) => formulas.includes(formulaId));
          const parts = taxedAtUse(used, bought, applied.voucherMinor).flat();
          const taxed = sum(parts.map(({ amountMinor }) => amountMinor));
          const untaxed = vatPurpose === 'SINGLE_PURPOSE' ? applied.voucherMinor : 0;
          return (
            applied.voucherMinor >= 0 &&
            applied.leftToPayMinor >= 0 &&
            applied.balanceMinor >= 0 &&
            applied.voucherMinor + applied.leftToPayMinor === total &&
            applied.voucherMinor + applied.balanceMinor === balanceMinor &&
            parts.every(({ amountMinor }) => amountMinor >= 0) &&
            taxed === total - untaxed
          );
        },
      ),
    );
  });
});

describe('VAT of a gift voucher (CGI 256 ter)', () => {
  const amounts = (parts: readonly { amountMinor: number }[][]) =>
    parts.map((shares) => shares.map(({ amountMinor }) => amountMinor));
  test('an amount has several purposes, a formula says its own', () => {
    expect(vatPurposeOf(null)).toBe('MULTI_PURPOSE');
    expect(vatPurposeOf({ giftVoucherPurpose: 'SINGLE_PURPOSE' })).toBe('SINGLE_PURPOSE');
    expect(vatPurposeOf({ giftVoucherPurpose: 'MULTI_PURPOSE' })).toBe('MULTI_PURPOSE');
  });
  test('is due at the use of a multi-purpose voucher, on the full price', () => {
    expect(amounts(taxedAtUse(voucher(), [dinner], 8900))).toEqual([[4500, 4400]]);
  });
  test('is not due again on what a single-purpose voucher pays', () => {
    const single = voucher({ vatPurpose: 'SINGLE_PURPOSE', formulas: ['dinner'] });
    expect(amounts(taxedAtUse(single, [dinner, show], 8900))).toEqual([[0, 0], [3000]]);
    expect(amounts(taxedAtUse(single, [dinner, show], 890))).toEqual([[4050, 3960], [3000]]);
  });
});

describe('the sale of a gift voucher', () => {
  test('costs its amount, or its formula so many times', () => {
    expect(voucherTotal({ amount: '75.50' })).toBe(7550);
    expect(voucherTotal({ unitTTC: '89.00', quantity: 2 })).toBe(17_800);
  });
  test('is followed by a reminder so many days before its end (R-199)', () => {
    expect(isReminderDue('2026-12-24', '2026-11-23', 30)).toBe(false);
    expect(isReminderDue('2026-12-24', '2026-11-24', 30)).toBe(true);
    expect(isReminderDue('2026-12-24', '2026-12-24', 30)).toBe(true);
    expect(isReminderDue('2026-12-24', '2026-12-25', 30)).toBe(false);
  });
});

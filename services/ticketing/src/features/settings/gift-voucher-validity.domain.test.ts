import { giftVoucherValidity } from './gift-voucher-validity.domain';

describe('the validity of a gift voucher', () => {
  const days = (validityDays: number) => ({ validityDays, endOfSeasonDateForGiftVouchers: null });
  const season = (date: string) => ({ validityDays: 30, endOfSeasonDateForGiftVouchers: date });

  test('is a number of days from the sale (R-169)', () => {
    expect(giftVoucherValidity('2026-12-24', days(365))).toBe('2027-12-24');
    expect(giftVoucherValidity('2027-02-28', days(1))).toBe('2027-03-01');
  });
  test('is the end of the season of the following year where that is set (R-170)', () => {
    expect(giftVoucherValidity('2026-12-24', season('2026-06-30'))).toBe('2027-06-30');
    expect(giftVoucherValidity('2027-01-02', season('2026-06-30'))).toBe('2028-06-30');
    expect(giftVoucherValidity('2026-12-24', season('2024-02-29'))).toBe('2027-02-28');
  });
});

import { voucherDiscount } from './voucher-discount.domain';

describe('the discount on a gift voucher', () => {
  const none = { minor: 0, values: { discount: null, discountPercentage: null } };

  test.each([
    [8_000, '10', 800, '8.00'],
    [9_999, '33.33', 3_333, '33.33'],
    [8_000, '100', 8_000, '80.00'],
    [100, '0.50', 1, '0.01'],
  ])('of a percentage: %i less %s %', (worth, percentage, minor, discount) => {
    expect(voucherDiscount(worth, { kind: 'percentage', percentage })).toEqual({
      minor,
      values: { discount, discountPercentage: percentage },
    });
  });

  test('of an amount has no percentage', () => {
    expect(voucherDiscount(8_000, { kind: 'amount', amount: '5.50' })).toEqual({
      minor: 550,
      values: { discount: '5.50', discountPercentage: null },
    });
  });

  test('that takes nothing off is none', () => {
    expect(voucherDiscount(8_000, null)).toEqual(none);
    expect(voucherDiscount(8_000, { kind: 'amount', amount: '0' })).toEqual(none);
    expect(voucherDiscount(8_000, { kind: 'percentage', percentage: '0' })).toEqual(none);
    expect(voucherDiscount(100, { kind: 'percentage', percentage: '0.4' })).toEqual(none);
  });

  test('is not more than the voucher is worth', () => {
    const refusal = () => {
      try {
        return voucherDiscount(8_000, { kind: 'amount', amount: '80.01' });
      } catch (error) {
        return error;
      }
    };
    expect(refusal()).toMatchObject({
      code: 'reservation.discount-too-large',
      errors: [{ pointer: '/discount', code: 'reservation.discount-too-large', params: { max: '80.00' } }],
    });
  });
});

import { looksLikeVoucher, mayBeVoucher } from './voucher-shape';

test.each([
  ['B-7K3M-9QX4', true, true],
  [' b-7k3m-9qx4 ', true, true],
  ['B7K3M9QX4', false, true],
  ['7K3M 9QX4', false, true],
  ['BIENVENUE', false, true],
  ['RENTREE', false, false],
  ['NOEL-2026-10', false, false],
  ['', false, false],
])(
  '%p is taken for a gift voucher: %p at once, %p when no promotion code is called so',
  (typed, looks, may) => {
    expect([looksLikeVoucher(typed), mayBeVoucher(typed)]).toEqual([looks, may]);
  },
);

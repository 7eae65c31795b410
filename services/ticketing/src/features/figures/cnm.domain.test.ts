import { cnmTaxOf } from './cnm.domain';

test('R-174: the CNM tax is 3.5 % of the receipts without VAT, rounded half up', () => {
  expect(cnmTaxOf(1_170_916)).toBe(40_982);
  expect(cnmTaxOf(100)).toBe(4);
  expect(cnmTaxOf(0)).toBe(0);
});

test('R-174: 10 550.00 with VAT at 5.5 % are 10 000.00 without, of which 350.00 are due', () => {
  expect(cnmTaxOf(1_000_000)).toBe(35_000);
});

import { iban, isCompleteIban } from './bank';

describe('isCompleteIban', () => {
  const ibans = [
    'NO9386011117947', // 15 characters, the shortest
    'BE68539007547034',
    'NL91ABNA0417164300',
    'DE89370400440532013000',
    'FR1420041010050500013M02606',
    'MT84MALT011000012345MTLCAST001S',
  ];

  test.each(ibans)('%s is complete, and is not without its last character', (number) => {
    expect(iban.isValid(number)).toBe(true);
    expect(isCompleteIban(number)).toBe(true);
    expect(isCompleteIban(number.slice(0, -1))).toBe(false);
  });

  test('looks at the length only, so that a wrong key is found once the number is complete', () => {
    expect(isCompleteIban('BE68539007547035')).toBe(true);
    expect(isCompleteIban('BE685390075470340')).toBe(true);
  });

  test.each(['ZZ', 'US'])('%s, which has no IBANs, counts as complete at the shortest length', (country) => {
    expect(isCompleteIban(`${country}123456789012`)).toBe(false);
    expect(isCompleteIban(`${country}1234567890123`)).toBe(true);
  });

  test.each(['', 'F', 'FR', '20041010050500'])('"%s" is not complete', (text) =>
    expect(isCompleteIban(text)).toBe(false),
  );
});

import { isCountry, isCurrency, isLanguage } from './codes';

test.each(['FR', 'BE', 'MC', 'GP', 'RE', 'XK', 'US', 'GB'])('%s is a country', (code) =>
  expect(isCountry(code)).toBe(true),
);
test.each(['ZZ', 'EU', 'UN', 'UK', 'DD', 'XA', 'fr', 'F', 'FRA', ''])('"%s" is no country', (code) =>
  expect(isCountry(code)).toBe(false),
);
test.each(['fr', 'en', 'br', 'oc', 'he', 'zh'])('%s is a language', (code) =>
  expect(isLanguage(code)).toBe(true),
);
test.each(['zz', 'iw', 'FR', 'f', 'fra', ''])('"%s" is no language', (code) =>
  expect(isLanguage(code)).toBe(false),
);
test.each(['EUR', 'CHF', 'GBP', 'XPF', 'XOF'])('%s is a currency', (code) =>
  expect(isCurrency(code)).toBe(true),
);
test.each(['EUROS', 'eur', 'ZZZ', '€', ''])('"%s" is no currency', (code) =>
  expect(isCurrency(code)).toBe(false),
);

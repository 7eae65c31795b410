import fc from 'fast-check';
import { bic, eori, iban, naf, nir, rcs, rib, siren, siret, vatNumber, type Identifier } from './index';
import { phone } from './phone';

const digit = fc.integer({ min: 0, max: 9 });
const digits = (length: number) =>
  fc.array(digit, { minLength: length, maxLength: length }).map((all) => all.join(''));
/** Changes the digit at `at` by `by`, modulo 10. */
const without = (text: string, at: number, by: number) =>
  text.slice(0, at) + String((Number(text[at]) + by) % 10) + text.slice(at + 1);

const luhnKey = (text: string) => {
  const sum = [...text].reverse().reduce((total, char, index) => {
    const value = Number(char) * (index % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return String((10 - (sum % 10)) % 10);
};
const anySiren = digits(8)
  .filter((start) => !start.startsWith('3560000'))
  .map((start) => start + luhnKey(start));

const accepted = (identifier: Identifier, typed: string) => identifier.isValid(identifier.tidy(typed));

describe('SIREN', () => {
  test.each(['404833048', '552008443', '732829320', '443121975', '356000000'])('%s is right', (number) =>
    expect(accepted(siren, number)).toBe(true),
  );
  test.each(['404833047', '40483304', '4048330480', '40483304A', ''])('"%s" is wrong', (number) =>
    expect(accepted(siren, number)).toBe(false),
  );
  test('accepts any separators and is displayed in groups of three', () => {
    expect(siren.tidy(' 404\u00a0833.048 ')).toBe('404833048');
    expect(siren.format('404833048')).toBe('404 833 048');
  });
  test('detects every single wrong digit', () => {
    fc.assert(
      fc.property(anySiren, fc.nat(8), fc.integer({ min: 1, max: 9 }), (right, at, by) => {
        expect(siren.isValid(right)).toBe(true);
        expect(siren.isValid(without(right, at, by))).toBe(false);
      }),
    );
  });
});

describe('SIRET', () => {
  test.each([
    ['an establishment', '73282932000074'],
    ['an establishment of La Poste, whose digits add up to a multiple of five', '35600000049837'],
    ['the head office of La Poste, which has the standard check digit', '35600000000048'],
  ])('%s is right', (_description, number) => expect(accepted(siret, number)).toBe(true));
  test.each([
    ['a wrong key', '73282932000079'],
    ['an establishment of La Poste whose digits do not add up to a multiple of five', '35600000049838'],
    ['a right key over a wrong SIREN', '40483304700017'],
    ['thirteen digits', '7328293200007'],
  ])('%s is wrong', (_description, number) => expect(accepted(siret, number)).toBe(false));
  test('is displayed as the SIREN, then the establishment', () =>
    expect(siret.format('73282932000074')).toBe('732 829 320 00074'));
  test('is valid for any valid SIREN with a Luhn check digit', () => {
    fc.assert(
      fc.property(anySiren, digits(4), (company, place) => {
        const start = company + place;
        expect(siret.isValid(start + luhnKey(start))).toBe(true);
      }),
    );
  });
});

describe('VAT number', () => {
  test.each([
    ['FR83404833048', 'a key of digits'],
    ['FR40303265045', 'a key of digits'],
    ['FR44732829320', 'a key of digits'],
    ['FR19552008443', 'a key of digits'],
    ['FR46443121975', 'a key of digits'],
    ['FRK7399859412', 'a key that begins with a letter'],
    ['FR4Z123456782', 'a key that ends with a letter'],
    ['FR37000005990', 'Monaco, which has no SIREN'],
    ['DE136695976', 'Germany'],
    ['BE0403170701', 'Belgium'],
    ['BE1009066848', 'Belgium, numbers given since 2023'],
    ['IT00743110157', 'Italy'],
    ['ESA28015865', 'Spain'],
    ['NL004495445B01', 'the Netherlands, company'],
    ['NL002455799B11', 'the Netherlands, sole trader'],
    ['LU26375245', 'Luxembourg'],
    ['ATU33864707', 'Austria'],
    ['PT501964843', 'Portugal'],
    ['IE6388047V', 'Ireland, old style'],
    ['IE3668997OH', 'Ireland, new style'],
    ['EL094259216', 'Greece'],
    ['DK13585628', 'Denmark'],
    ['SE556188840401', 'Sweden'],
    ['FI20774740', 'Finland'],
    ['PL8567346215', 'Poland'],
    ['CZ25123891', 'Czechia'],
    ['RO18547290', 'Romania'],
    ['HU12892312', 'Hungary'],
    ['XI110305878', 'Northern Ireland'],
  ])('%s is right (%s)', (number) => expect(accepted(vatNumber, number)).toBe(true));
  test.each([
    ['FR84323140391', 'a wrong key'],
    ['FR84404833048', 'the key of another SIREN'],
    ['FRI7399859412', 'the letter I, which no key has'],
    ['FRO7399859412', 'the letter O, which no key has'],
    ['FRK8399859412', 'a wrong key with a letter'],
    ['83404833048', 'no country'],
    ['US123456789', 'a country outside the Union'],
    ['FRFR83404833048', 'its country twice'],
    ['DE136695975', 'a wrong key, Germany'],
    ['', 'nothing'],
  ])('%s is wrong (%s)', (number) => expect(accepted(vatNumber, number)).toBe(false));
  test('is displayed with the country separated', () => {
    expect(vatNumber.format(vatNumber.tidy('fr 83 404.833.048'))).toBe('FR 83 404 833 048');
    expect(vatNumber.format('DE136695976')).toBe('DE 136695976');
  });
  test('of a French company has exactly one valid numeric key', () => {
    fc.assert(
      fc.property(
        anySiren.filter((start) => !start.startsWith('000')),
        digits(2),
        (company, key) => {
          const right = String((12 + 3 * (Number(company) % 97)) % 97).padStart(2, '0');
          expect(vatNumber.isValid(`FR${key}${company}`)).toBe(key === right);
        },
      ),
    );
  });
});

const mod97 = (text: string) =>
  [...text].reduce((rest, character) => {
    const value = parseInt(character, 36);
    return (rest * (value > 9 ? 100 : 10) + value) % 97;
  }, 0);
const withKey = (country: string, account: string) =>
  country + String(98 - mod97(`${account}${country}00`)).padStart(2, '0') + account;

describe('RIB', () => {
  test.each(['20041 01005 0500013M026 06', '30006 00001 12345678901 89', '12345 12345 1234567891A 16'])(
    '%s is right',
    (number) => expect(accepted(rib, number)).toBe(true),
  );
  test.each(['20041 01005 0500013M026 07', '30006 00001 12345678901 98', '12345 12345 1234567891B 16'])(
    '%s is wrong',
    (number) => expect(accepted(rib, number)).toBe(false),
  );
  test('is displayed as bank, branch, account and key', () =>
    expect(rib.format('20041010050500013M02606')).toBe('20041 01005 0500013M026 06'));
});

describe('IBAN', () => {
  test.each([
    'FR1420041010050500013M02606',
    'FR7630006000011234567890189',
    'FR8412345123451234567891A16',
    'DE89370400440532013000',
    'BE68539007547034',
    'LU280019400644750000',
  ])('%s is right', (number) => expect(accepted(iban, number)).toBe(true));
  test.each([
    ['FR1520041010050500013M02606', 'a wrong key'],
    ['FR142004101005050001M02606', 'too short'],
    ['XX1420041010050500013M02606', 'no such country'],
    ['', 'nothing'],
  ])('%s is wrong (%s)', (number) => expect(accepted(iban, number)).toBe(false));
  test('refuses a wrong RIB key inside even when the IBAN key is right', () => {
    expect(iban.isValid(withKey('FR', '20041010050500013M02606'))).toBe(true);
    expect(iban.isValid(withKey('FR', '20041010050500013M02607'))).toBe(false);
    expect(iban.isValid(withKey('MC', '20041010050500013M02607'))).toBe(false);
  });
  test('of France has a key from 01 to 97, not one that is only congruent to it', () => {
    expect(iban.isValid(withKey('FR', '21988047615371849062397'))).toBe(true);
    expect(iban.isValid(withKey('FR', '21988047615371849062300'))).toBe(false);
  });
  test('is displayed in groups of four', () =>
    expect(iban.format(iban.tidy('fr14-2004 1010 0505 0001 3m02 606'))).toBe(
      'FR14 2004 1010 0505 0001 3M02 606',
    ));
  test('of France is valid exactly when both keys are', () => {
    fc.assert(
      fc.property(digits(21), digits(2), (account, key) => {
        const part = (from: number, to: number) => BigInt(account.slice(from, to));
        const sum = 89n * part(0, 5) + 15n * part(5, 10) + 3n * part(10, 21);
        const right = String(97n - (sum % 97n)).padStart(2, '0');
        expect(iban.isValid(withKey('FR', account + right))).toBe(true);
        expect(iban.isValid(withKey('FR', account + key))).toBe(key === right);
      }),
    );
  });
});

describe('BIC', () => {
  test.each(['BNPAFRPP', 'BNPAFRPPXXX', 'bnpa fr pp'])('%s is right', (code) =>
    expect(accepted(bic, code)).toBe(true),
  );
  test.each(['BNPAFRP', 'BNPAFRPPX', 'BNPAZZPP', '1234FRPP', ''])('"%s" is wrong', (code) =>
    expect(accepted(bic, code)).toBe(false),
  );
});

describe('NIR', () => {
  test.each([
    ['295109912611193', 'born abroad'],
    ['253072A07300443', 'born in Corse-du-Sud'],
    ['253072B07300470', 'born in Haute-Corse'],
  ])('%s is right (%s)', (number) => expect(accepted(nir, number)).toBe(true));
  test.each([
    ['295109912611199', 'a wrong key'],
    ['253072C07300443', 'no such département'],
    ['2951099126111', 'no key'],
    ['595109912611193', 'no such sex'],
    ['295009912611193', 'no such month'],
  ])('%s is wrong (%s)', (number) => expect(accepted(nir, number)).toBe(false));
  test('is displayed in its parts', () =>
    expect(nir.format('253072A07300443')).toBe('2 53 07 2A 073 004 43'));
  test('accepts exactly the key of the number, pseudo-months 20 to 99 included', () => {
    const month = fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 20, max: 99 }));
    fc.assert(
      fc.property(
        fc.constantFrom('1', '2'),
        digits(2),
        month,
        digits(8),
        fc.nat(98),
        (sex, year, m, rest, key) => {
          const number = sex + year + String(m).padStart(2, '0') + rest;
          const right = 97n - (BigInt(number) % 97n);
          const typed = String(key).padStart(2, '0');
          expect(nir.isValid(number + String(right).padStart(2, '0'))).toBe(true);
          expect(nir.isValid(number + typed)).toBe(BigInt(key) === right);
        },
      ),
    );
  });
});

describe('NAF, EORI and RCS', () => {
  test('NAF is stored without its dot and displayed with it', () => {
    expect(naf.tidy('90.01z')).toBe('9001Z');
    expect(naf.format('9001Z')).toBe('90.01Z');
    expect(accepted(naf, '9001')).toBe(false);
    expect(accepted(naf, '90.01ZZ')).toBe(false);
  });
  test('a French EORI must contain a valid SIRET', () => {
    expect(accepted(eori, 'FR 732 829 320 00074')).toBe(true);
    expect(eori.format('FR73282932000074')).toBe('FR 732 829 320 00074');
    expect(accepted(eori, 'FR73282932000079')).toBe(false);
    expect(accepted(eori, 'DE1234567')).toBe(true);
    expect(accepted(eori, 'D1')).toBe(false);
  });
  test('RCS requires a town and a valid SIREN', () => {
    expect(rcs.tidy('R.C.S.  Nancy B 323159715')).toBe('RCS Nancy B 323 159 715');
    expect(rcs.tidy('nancy 323 159 715')).toBe('RCS nancy 323 159 715');
    expect(accepted(rcs, 'RCS Nancy B 323 159 715')).toBe(true);
    expect(accepted(rcs, "Rcs Villeneuve-d'Ascq 404 833 048")).toBe(true);
    expect(accepted(rcs, 'RCS Nancy B 323 159 716')).toBe(false);
    expect(accepted(rcs, 'RCS Nancy')).toBe(false);
  });
});

describe('telephone', () => {
  test.each([
    ['01 23 45 67 89', '+33123456789', '01 23 45 67 89'],
    ['06.12.34.56.78', '+33612345678', '06 12 34 56 78'],
    ['0033 1 23 45 67 89', '+33123456789', '01 23 45 67 89'],
    ['+33 (0)1 23 45 67 89', '+33123456789', '01 23 45 67 89'],
    ['+44 20 7946 0958', '+442079460958', '+44 20 7946 0958'],
  ])('%s is stored as %s and shown as %s', (typed, stored, shown) => {
    expect(phone.tidy(typed)).toBe(stored);
    expect(phone.isValid(stored)).toBe(true);
    expect(phone.format(stored)).toBe(shown);
  });
  test('leaves text that is no phone number unchanged and invalid', () => {
    for (const typed of ['3615', 'poste 12', '01 23 45 67 8', '']) {
      expect(phone.tidy(typed)).toBe(typed);
      expect(phone.isValid(typed)).toBe(false);
      expect(phone.format(typed)).toBe(typed);
    }
  });
});

describe('every identifier', () => {
  const all = { bic, eori, iban, naf, nir, rcs, rib, siren, siret, vatNumber, phone };
  test.each(Object.entries(all))(
    '%s: tidy is idempotent and isValid never throws, for any input',
    (_name, identifier) => {
      fc.assert(
        fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (typed) => {
          const stored = identifier.tidy(typed);
          expect(identifier.tidy(stored)).toBe(stored);
          expect(typeof identifier.isValid(stored)).toBe('boolean');
          if (identifier.isValid(stored)) expect(identifier.tidy(identifier.format(stored))).toBe(stored);
        }),
      );
    },
  );
});

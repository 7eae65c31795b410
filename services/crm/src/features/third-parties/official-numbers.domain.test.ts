import { officialNumbers } from './official-numbers.domain';

const wrong = (values: Record<string, unknown>) =>
  officialNumbers(values).errors.map(({ pointer, code }) => `${pointer} ${code}`);

it('normalizes register numbers, and keeps telephone numbers as typed', () =>
  expect(
    officialNumbers({
      naf: '90.01z',
      rcs: 'RCS Nancy B 323 159 715',
      eori: 'fr 732 829 320 00074',
      telephone: '01 23 45 67 89',
    }),
  ).toEqual({
    values: { naf: '9001Z', rcs: 'RCS Nancy B 323 159 715', eori: 'FR73282932000074' },
    errors: [],
  }));

it.each([
  ['naf', '90Z', 'validation.naf'],
  ['rcs', 'Nancy B', 'validation.rcs'],
  ['rcs', 'RCS Nancy B 323 159 716', 'validation.rcs'],
  ['eori', 'FR73282932000079', 'validation.eori'],
  ['telephone', '01 23 45', 'validation.phone'],
  ['telephone2', '99 23 45 67 89 10', 'validation.phone'],
  ['mobile', '+33 6 12', 'validation.phone'],
  ['mobile2', '+999 1234567', 'validation.phone'],
  ['fax', '0', 'validation.phone'],
])('refuses %s %s', (field, value, code) => expect(wrong({ [field]: value })).toEqual([`/${field} ${code}`]));

it.each(['+33 1 23 45 67 89', '0612440819', '+32 470 12 34 56', '(01) 23.45.67.89'])(
  'accepts the telephone number %s',
  (telephone) => expect(wrong({ telephone })).toEqual([]),
);

it('ignores fields that are not given', () =>
  expect(officialNumbers({ naf: null, telephone: undefined, email: 'x' })).toEqual({
    values: {},
    errors: [],
  }));

it('derives the SIREN from the SIRET, unless it is given', () => {
  expect(officialNumbers({ siret: '73282932000074' }).values).toEqual({ siren: '732829320' });
  expect(officialNumbers({ siret: '73282932000074', siren: '404833048' }).values).toEqual({});
});

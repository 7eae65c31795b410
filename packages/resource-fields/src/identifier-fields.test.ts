import { bicField } from './bic-field';
import { ibanField } from './iban-field';
import type { FieldKindView } from './kind';
import { nirField } from './nir-field';
import { sirenField } from './siren-field';
import { siretField } from './siret-field';
import { vatNumberField } from './vat-number-field';
import { loadEdits } from './number-libraries';

beforeAll(loadEdits, 30_000);

jest.mock('./masked-input', () => ({}));

const plain = (text: string) => text.replaceAll('\u00a0', ' ');
const field = { name: 'x', type: 'text', required: false, label: { fr: 'x', en: 'x' } } as const;

const KINDS: [string, FieldKindView, string, string, string][] = [
  [
    'iban',
    ibanField,
    'FR1420041010050500013M02606',
    'FR14 2004 1010 0505 0001 3M02 606',
    'FR1520041010050500013M02606',
  ],
  ['bic', bicField, 'AGRIFRPP', 'AGRIFRPP', 'AGRIZZPP'],
  ['siren', sirenField, '732829320', '732 829 320', '732829321'],
  ['siret', siretField, '73282932000074', '732 829 320 00074', '73282932000079'],
  ['vatNumber', vatNumberField, 'FR44732829320', 'FR 44 732 829 320', 'FR45732829320'],
  ['nir', nirField, '253072A07300443', '2 53 07 2A 073 004 43', '253072A07300444'],
];

it.each(KINDS)('%s is shown in groups and checked once complete', (name, kind, right, shown, wrong) => {
  expect(plain(kind.text(right, field, 'fr'))).toBe(shown);
  expect(kind.check?.(right, false)).toBeNull();
  expect(kind.check?.(wrong, false)).toBe(`field.wrong.${name}`);
});

it.each(KINDS)('%s is not checked while it is being typed, but on blur', (name, kind, right) => {
  const begun = right.slice(0, 5);
  expect(kind.check?.(begun, false)).toBeNull();
  expect(kind.check?.(begun, true)).toBe(`field.wrong.${name}`);
  expect(kind.check?.('', true)).toBeNull();
  expect(kind.check?.(null, true)).toBeNull();
});

it('checks the IBAN length of a country', () => {
  expect(ibanField.check?.('BE68539007547034', false)).toBeNull();
  expect(ibanField.check?.('BE68539007547035', false)).toBe('field.wrong.iban');
  expect(ibanField.check?.('FR14200410100505', false)).toBeNull();
});

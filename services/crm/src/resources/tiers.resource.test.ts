import { blockersOf, missingLocaleKeys } from '@coulisse/resource';
import { parseInput } from '@coulisse/resource-server';
import type { Problem } from '@coulisse/service-kit';
import * as resources from '.';
import { EXPIRES_IN } from './tiers.resource';

const { tiers, society, particular, supplier, contact } = resources;

it.each(Object.values(resources))('$name has all its texts', (resource) =>
  expect(missingLocaleKeys(resource)).toEqual([]),
);

it('R-077: a contact is attached to a society once', () =>
  expect(contact.uniqueTogether).toEqual([
    { fields: ['society', 'particular'], code: 'contact.already-attached' },
  ]));

it('R-168: a subscription expires in 1 to 6 months', () => {
  expect(EXPIRES_IN).toEqual(['1', '2', '3', '4', '5', '6']);
  expect(society.fields.expiresIn.spec.values).toEqual(EXPIRES_IN);
});

it('shows only the fields of each kind', () => {
  const shown = (variant: { shown?: readonly string[] }) =>
    ['firstName', 'siret', 'expiresIn', 'contacts', 'contactOf', 'kind'].filter((field) =>
      variant.shown?.includes(field),
    );
  expect(shown(society)).toEqual(['siret', 'expiresIn', 'contacts']);
  expect(shown(particular)).toEqual(['firstName', 'contactOf']);
  expect(shown(supplier)).toEqual(['siret', 'contacts']);
  const everything = new Set([society, particular, supplier].flatMap(({ shown: fields }) => fields ?? []));
  expect(Object.keys(tiers.fields).filter((field) => !everything.has(field))).toEqual(['kind']);
});

describe('the rules of a third party', () => {
  const company = {
    kind: 'society',
    name: 'Alvéo',
    lastName: null,
    siren: null,
    siret: null,
    intracommunityVatNumber: null,
    subscriptionStart: null,
    subscriptionEnd: null,
    mergedInto: null,
    isArchived: false,
    addresses: [],
  };
  const person = { ...company, kind: 'particular', name: null, lastName: 'Pons' };
  const main = { mainBilling: true, mainDelivery: false, headquarter: false };
  const seat = { ...main, mainBilling: false, headquarter: true };

  it.each([
    ['a society', company, []],
    ['a person', person, []],
    ['a society without a name', { ...company, name: null }, ['/name validation.not-blank']],
    ['a supplier without a name', { ...company, kind: 'supplier', name: '' }, ['/name validation.not-blank']],
    ['a person without a last name', { ...person, lastName: null }, ['/lastName validation.not-blank']],
    [
      'a subscription that ends before it starts',
      { ...company, subscriptionStart: '2026-02-01', subscriptionEnd: '2026-01-01' },
      ['/subscriptionEnd validation.value-min'],
    ],
    [
      'two main billing addresses',
      { ...company, addresses: [main, seat, main] },
      ['/addresses/2/mainBilling validation.unique'],
    ],
    ['two seats', { ...company, addresses: [seat, seat] }, ['/addresses/1/headquarter validation.unique']],
    ['one main billing address', { ...company, addresses: [main, seat] }, []],
    ['a place of the company', { ...company, siren: '732829320', siret: '73282932000074' }, []],
    [
      'a place of another company',
      { ...company, siren: '404833048', siret: '73282932000074' },
      ['/siret tiers.another-company'],
    ],
    [
      'a VAT number of another company',
      { ...company, siren: '404833048', intracommunityVatNumber: 'FR44732829320' },
      ['/intracommunityVatNumber tiers.another-company'],
    ],
    [
      'a VAT number of Monaco, which holds no SIREN',
      { ...company, siren: '404833048', intracommunityVatNumber: 'FR60000036634' },
      [],
    ],
    ['a foreign VAT number', { ...company, siren: '404833048', intracommunityVatNumber: 'BE0403019261' }, []],
    ['one that was merged and archived', { ...company, mergedInto: 'x', isArchived: true }, []],
    ['one that was merged and restored', { ...company, mergedInto: 'x' }, ['undefined tiers.already-merged']],
  ])('check %s', (_name, record, expected) => {
    const codes = blockersOf(tiers.rules, record as never).map(({ pointer, code }) => `${pointer} ${code}`);
    expect(codes).toEqual(expected);
  });
});

describe('numbers of a company', () => {
  const problems = (field: string, value: string) => {
    try {
      parseInput(tiers, 'create', { kind: 'society', name: 'Alvéo', [field]: value });
      return [];
    } catch (error) {
      return (error as Problem).errors.map(({ pointer, code }) => `${pointer} ${code}`);
    }
  };
  it.each([
    ['siren', '404833048'],
    ['siren', '552 008 443'],
    ['siren', '356000000'],
    ['siret', '73282932000074'],
    ['siret', '35600000049837'],
    ['siret', '35600000000048'],
    ['intracommunityVatNumber', 'FR83404833048'],
    ['intracommunityVatNumber', 'FR 40 303 265 045'],
    ['intracommunityVatNumber', 'FRK7399859412'],
    ['intracommunityVatNumber', 'FR4Z123456782'],
  ])('are valid: %s %s', (field, value) => expect(problems(field, value)).toEqual([]));

  it.each([
    ['siren', '404833047', 'validation.siren'],
    ['siret', '73282932000079', 'validation.siret'],
    ['intracommunityVatNumber', 'FR84323140391', 'validation.vat-number'],
  ])('are invalid: %s %s', (field, value, code) =>
    expect(problems(field, value)).toEqual([`/${field} ${code}`]),
  );
});

it('publishes its label on a change, and nothing on deletion', () => {
  const record = { id: 't', version: 2, name: 'Alvéo' } as never;
  expect(tiers.emits?.(record, 'update')).toMatchObject({
    event: { value: { tiersId: 't', version: 2, label: 'Alvéo' } },
  });
  expect(tiers.emits?.(record, 'delete')).toBeNull();
});

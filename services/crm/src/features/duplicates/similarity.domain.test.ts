import fc from 'fast-check';
import {
  groupsOf,
  keysOf,
  similarity,
  DUPLICATE_THRESHOLD,
  WARNING_THRESHOLD,
  type Traits,
} from './similarity.domain';

const nothing = {
  firstName: null,
  lastName: null,
  emails: [],
  phones: [],
  siren: null,
  siret: null,
  vat: null,
  zips: [],
};
const person = (firstName: string | null, lastName: string, overrides: Partial<Traits> = {}): Traits => ({
  ...nothing,
  kind: 'particular',
  name: [firstName, lastName].filter(Boolean).join(' '),
  firstName,
  lastName,
  ...overrides,
});
const company = (name: string, overrides: Partial<Traits> = {}): Traits => ({
  ...nothing,
  kind: 'society',
  name,
  ...overrides,
});
const meaux = { zips: ['77100'] };

describe('similarity', () => {
  it.each([
    [
      'the same address, whatever its case',
      [
        company('Alvéo', { emails: ['Compta@alveo.example'] }),
        company('ALVEO', { emails: ['x@y.z', 'compta@alveo.example'] }),
      ],
      ['email', 'same-name'],
      100,
    ],
    [
      'an address that two people share',
      [person('Ana', 'Ruiz', { emails: ['a@b.c'] }), person('Paul', 'Morel', { emails: ['a@b.c'] })],
      ['email'],
      55,
    ],
    [
      'a telephone that two people share',
      [
        person('Ana', 'Ruiz', { phones: ['0612440819'] }),
        person('Paul', 'Ruiz', { phones: ['+33 6 12 44 08 19'] }),
      ],
      ['phone'],
      35,
    ],
    [
      'a telephone, and a first name of which only the initial is known',
      [
        person('S.', 'Almeida', { phones: ['0612440819'] }),
        person('Sofia', 'Almeida', { phones: ['0612440819'] }),
      ],
      ['phone', 'similar-name'],
      85,
    ],
    [
      'one place',
      [company('A', { siret: '73282932000074' }), company('B', { siret: '73282932000074' })],
      ['siret'],
      65,
    ],
    [
      'two places of one company',
      [
        company('Alvéo Lyon', { siret: '73282932000074' }),
        company('Alvéo Meaux', { siret: '73282932000082' }),
      ],
      ['siren'],
      35,
    ],
    [
      'a SIREN in a VAT number',
      [company('Alvéo', { vat: 'FR44732829320' }), company('SAS Alveo', { siren: '732829320' })],
      ['siren', 'same-name'],
      100,
    ],
    [
      'a foreign VAT number',
      [company('A', { vat: 'BE0403019261' }), company('B', { vat: 'BE0403019261' })],
      ['vat'],
      65,
    ],
    ['the same name', [person('Éloïse', 'Ferrand'), person('ferrand', 'eloise')], ['same-name'], 40],
    [
      'the same name in one town',
      [person('Éloïse', 'Ferrand', meaux), person('Eloise', 'Ferrand', meaux)],
      ['same-name', 'zip'],
      70,
    ],
    [
      'a typing error in one town',
      [person('Éloïse', 'Ferrand', meaux), person('Eloise', 'Ferand', meaux)],
      ['similar-name', 'zip'],
      55,
    ],
    [
      'a name within a name',
      [company('Les Amis du Cirque', meaux), company('Amis du cirque de Meaux', meaux)],
      ['similar-name', 'zip'],
      55,
    ],
    ['sisters', [person('Ana', 'Ruiz', meaux), person('Léa', 'Ruiz', meaux)], [], 0],
    ['a town alone', [company('Alvéo', meaux), company('Belrive', meaux)], [], 0],
    [
      'two kinds',
      [
        company('Alvéo', { emails: ['a@b.c'] }),
        { ...company('Alvéo', { emails: ['a@b.c'] }), kind: 'supplier' as const },
      ],
      [],
      0,
    ],
    ['nothing at all', [company(''), company('')], [], 0],
  ] as [string, [Traits, Traits], string[], number][])('%s', (_what, [a, b], reasons, score) => {
    expect(similarity(a, b)).toEqual({ score, reasons });
    expect(similarity(b, a)).toEqual({ score, reasons });
  });

  it('has a lower threshold while typing, which a name alone reaches', () => {
    expect(DUPLICATE_THRESHOLD).toBeGreaterThan(WARNING_THRESHOLD);
    expect(WARNING_THRESHOLD).toBeLessThanOrEqual(40);
  });
});

describe('keys', () => {
  it('are equal for different spellings', () => {
    const first = company('SARL L’Œuvre', {
      emails: [' A@B.c '],
      phones: ['01 60 01 02 03'],
      siret: '73282932000074',
    });
    const other = company('oeuvre', { emails: ['a@b.c'], phones: ['+33160010203'], vat: 'FR44732829320' });
    expect(keysOf(first)).toEqual(['e:a@b.c', 'p:160010203', 's:732829320', 'f:oeuvre', 'n:oeu']);
    expect(keysOf(other)).toEqual(keysOf(first));
  });
  it('leave out values without information', () => {
    expect(keysOf(company('SARL --', { phones: ['12'], vat: 'FR60000036634', emails: [' '] }))).toEqual([]);
  });
  it('are shared exactly by third parties that are similar by something other than a name', () => {
    const emails = fc.subarray(['a@b.c', 'd@e.f', 'g@h.i']);
    const phones = fc.subarray(['0612440819', '+33 6 12 44 08 19', '0160010203']);
    const siren = fc.constantFrom(null, '732829320', '404833048');
    const some = fc.record({ emails, phones, siren });
    fc.assert(
      fc.property(some, some, (left, right) => {
        const [a, b] = [company('Alvéo', left), company('Belrive', right)];
        const shared = keysOf(a).filter((key) => keysOf(b).includes(key));
        expect(shared.length > 0).toBe(similarity(a, b).reasons.length > 0);
      }),
    );
  });
});

describe('groups', () => {
  const pair = (left: string, right: string, score = 60) => ({
    left,
    right,
    similarity: { score, reasons: ['email' as const] },
  });
  it('are connected by pairs, in any order', () => {
    expect(groupsOf([pair('a', 'b'), pair('c', 'd', 90), pair('b', 'c')])).toEqual([
      { ids: ['a', 'b', 'c', 'd'], score: 90, reasons: ['email'] },
    ]);
  });
  it('are sorted by score, the highest first', () => {
    expect(groupsOf([pair('a', 'b'), pair('c', 'd', 90)]).map(({ ids }) => ids)).toEqual([
      ['c', 'd'],
      ['a', 'b'],
    ]);
  });
});

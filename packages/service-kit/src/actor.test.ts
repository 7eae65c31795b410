import fc from 'fast-check';
import { isScoped, may, mayAll, publicActor, scopeOf, systemActor } from './actor';

const holding = (...rights: string[]) => ({ ...publicActor(null, 'fr'), rights });

it.each([
  ['crm.tiers.read', 'crm.tiers.read', true],
  ['crm.tiers.*', 'crm.tiers.read', true],
  ['crm.*', 'crm.tiers.read', true],
  ['*', 'crm.tiers.read', true],
  ['crm.tiers.read', 'crm.tiers.update', false],
  ['crm.*', 'crmx.tiers.read', false],
  ['crm.tiers', 'crm.tiers.read', false],
  ['crm.tiers.*', 'crm.tiers', false],
])('%s covers %s: %s', (held, right, answer) =>
  expect(may(holding('other.right', held), right)).toBe(answer),
);

it('grants every right to the system actor and none to a visitor', () => {
  expect(may(systemActor(null, 'job'), 'any.thing')).toBe(true);
  expect(may(publicActor('t', 'fr'), 'any.thing')).toBe(false);
});

describe('the scope of a right', () => {
  it.each([
    [['crm.note.update:own'], 'crm.note.update', 'own'],
    [['crm.note.update:own', 'crm.note.update:team'], 'crm.note.update', 'team'],
    [['crm.note.update:own', 'crm.note.*'], 'crm.note.update', 'all'],
    [['crm.*:team'], 'crm.note.update', 'team'],
    [['crm.*:team'], 'crm.note.export', null],
    [['crm.note.update:everything'], 'crm.note.update', null],
    [['crm.note.update:'], 'crm.note.update', null],
    [['crm.note.read:own'], 'crm.note.update', null],
    [['*'], 'crm.note.export', 'all'],
  ] as const)('%j of %s: %s', (rights, right, scope) => expect(scopeOf({ rights }, right)).toBe(scope));

  it('opens for all records only with a right on all', () => {
    const rights = ['crm.note.read:own'];
    expect([may({ rights }, 'crm.note.read'), mayAll({ rights }, 'crm.note.read')]).toEqual([true, false]);
    expect([isScoped({ rights }), isScoped({ rights: ['crm.*'] })]).toEqual([true, false]);
  });

  it('is never wider with fewer rights', () => {
    const right = fc.tuple(
      fc.constantFrom('crm.note.read', 'crm.note.*', 'crm.*', 'other.read'),
      fc.constantFrom('', ':own', ':team'),
    );
    const widths = [null, 'own', 'team', 'all'];
    fc.assert(
      fc.property(fc.array(right), fc.array(right), (some, further) => {
        const rights = some.map((parts) => parts.join(''));
        const extended = [...rights, ...further.map((parts) => parts.join(''))];
        const width = (held: string[]) => widths.indexOf(scopeOf({ rights: held }, 'crm.note.read'));
        return width(extended) >= width(rights);
      }),
    );
  });
});

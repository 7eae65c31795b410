import type { DeclaredRight } from '@coulisse/contracts';
import { defaultScopes, scopesOfRole, widened } from './role-rights';
import { beyond, wrongGrants } from './role-rules';

const declared = (right: string, scopes: DeclaredRight['scopes']): [string, DeclaredRight] => [
  right,
  { right, scopes, subject: { fr: 'Notes', en: 'Notes' }, label: null },
];
const catalogue = new Map([
  declared('crm.note.read', ['own', 'team', 'all']),
  declared('crm.note.create', ['all']),
]);
const DEFAULTS = new Map([
  [
    'USER' as const,
    [
      { role: 'USER' as const, right: 'crm.note.read', scope: 'team' as const },
      { role: 'USER' as const, right: 'crm.note.create', scope: 'all' as const },
    ],
  ],
]);

describe('grants of a role', () => {
  const found = (
    grants: { right: string; scope: string }[],
    stored: { right: string; scope: string }[] = [],
  ) => wrongGrants(grants, stored, catalogue).map(({ pointer, code }) => `${pointer} ${code}`);

  it.each([
    [{ right: 'crm.note.read', scope: 'own' }, []],
    [{ right: 'crm.note.read', scope: 'none' }, []],
    [{ right: 'crm.note.create', scope: 'none' }, []],
    [{ right: 'crm.note.create', scope: 'own' }, ['/grants/0/scope role.scope-impossible']],
    [{ right: 'crm.note.burn', scope: 'all' }, ['/grants/0/right role.right-unknown']],
  ])('%j: %j', (grant, expected) => expect(found([grant])).toEqual(expected));

  it('are accepted as they are stored, and only so', () => {
    const withdrawn = { right: 'crm.memo.read', scope: 'own' };
    expect(found([withdrawn], [withdrawn])).toEqual([]);
    expect(found([{ ...withdrawn, scope: 'all' }], [withdrawn])).toEqual([
      '/grants/0/right role.right-unknown',
    ]);
  });
});

describe('rights of a role', () => {
  const scopes = (grants: { right: string; scope: string }[], basedOn: 'USER' | null = 'USER') =>
    Object.fromEntries(scopesOfRole({ basedOn, grants }, DEFAULTS));

  it('are those of its base, changed one by one', () => {
    expect(scopes([])).toEqual({ 'crm.note.read': 'team', 'crm.note.create': 'all' });
    expect(
      scopes([
        { right: 'crm.note.read', scope: 'all' },
        { right: 'crm.note.create', scope: 'none' },
      ]),
    ).toEqual({
      'crm.note.read': 'all',
    });
    expect(scopes([{ right: 'crm.note.read', scope: 'own' }], null)).toEqual({ 'crm.note.read': 'own' });
    expect(defaultScopes(null, DEFAULTS).size).toBe(0);
  });

  it('are taken away by a scope that nobody knows', () =>
    expect(scopes([{ right: 'crm.note.read', scope: 'everything' }])).toEqual({ 'crm.note.create': 'all' }));

  it('become wider, or are new: narrower ones are not reported', () => {
    const [before, after] = [new Map([['a', 'team' as const]]), new Map([['a', 'own' as const]])];
    expect(widened(before, after)).toEqual([]);
    expect(widened(after, before)).toEqual([{ right: 'a', scope: 'team' }]);
    expect(widened(new Map(), after)).toEqual([{ right: 'a', scope: 'own' }]);
  });

  it('are beyond somebody who has less', () => {
    const widenedRights = [{ right: 'a', scope: 'team' as const }];
    expect(beyond(widenedRights, () => 'all')).toEqual([]);
    expect(beyond(widenedRights, () => 'team')).toEqual([]);
    expect(beyond(widenedRights, () => 'own')).toEqual(['a']);
    expect(beyond(widenedRights, () => null)).toEqual(['a']);
  });
});

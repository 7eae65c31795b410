import {
  changesOf,
  countIn,
  domainsOf,
  type Draft,
  filtered,
  grantDifferences,
  grantsToSave,
  isGrantable,
  kindOf,
  type RoleRight,
  withDefaults,
  withScope,
} from './role-rights';

const right = (name: string, values: Partial<RoleRight> = {}): RoleRight => ({
  right: name,
  subject: { fr: name.startsWith('sales') ? 'Devis' : 'Notes', en: 'Quotes' },
  label: null,
  scopes: ['own', 'team', 'all'],
  default: null,
  granted: null,
  own: 'all',
  ...values,
});
const read = right('crm.note.read', { default: 'all', granted: 'all' });
const update = right('crm.note.update', { default: 'team', granted: 'own' });
const remove = right('crm.note.delete', { default: 'own', granted: null });
const accept = right('sales.quote.accept', {
  scopes: ['all'],
  label: { fr: 'Accepter', en: 'Accept' },
  own: null,
});
const rights = [accept, read, update, remove];

describe('rights by subject', () => {
  it('stand in the order of the menu: common actions in columns, the others by name', () => {
    const domains = domainsOf(rights);
    expect(domains.map(({ domain }) => domain)).toEqual(['crm', 'sales']);
    expect(domains[0]?.subjects[0]?.columns).toEqual([read, undefined, update, remove, undefined, undefined]);
    expect(domains[1]?.subjects[0]).toMatchObject({ key: 'sales.quote', named: [accept] });
  });

  it('are found by the words of their subject or of what they allow, without accents', () => {
    const labelOf = ({ label, right: name }: RoleRight) =>
      label?.fr ?? { read: 'Voir' }[name.slice(-4)] ?? '';
    const found = (settings: object) =>
      filtered(domainsOf(rights), {
        view: 'all',
        search: '',
        draft: {},
        language: 'fr',
        labelOf,
        ...settings,
      }).flatMap(({ subjects }) => subjects.map(({ key }) => key));
    expect(found({})).toEqual(['crm.note', 'sales.quote']);
    expect(found({ search: 'ACCEPTÉR devis' })).toEqual(['sales.quote']);
    expect(found({ search: 'accepter notes' })).toEqual([]);
    expect(found({ view: 'granted' })).toEqual(['crm.note']);
    expect(found({ view: 'unsaved' })).toEqual([]);
    expect(found({ view: 'unsaved', draft: { 'sales.quote.accept': 'all' } })).toEqual(['sales.quote']);
  });

  it('are counted by view', () =>
    expect(
      (['all', 'granted', 'different', 'unsaved'] as const).map((view) => countIn(view, {}, rights)),
    ).toEqual([4, 2, 2, 0]));
});

describe('a draft', () => {
  const draft: Draft = { 'crm.note.read': null, 'crm.note.update': 'all', 'sales.quote.accept': 'all' };

  it('has what differs from what is stored, and forgets what is set back', () => {
    expect(withScope(draft, read, 'all')).toEqual({ 'crm.note.update': 'all', 'sales.quote.accept': 'all' });
    expect(withScope({}, read, null)).toEqual({ 'crm.note.read': null });
    expect(withScope({}, remove, null)).toEqual({});
  });

  it('is told as rights added, removed, extended and reduced', () => {
    const kinds = (changed: Draft) => changesOf(changed, rights).map((change) => kindOf(change));
    expect(kinds(draft)).toEqual(['added', 'removed', 'wider']);
    expect(kinds({ 'crm.note.read': 'own' })).toEqual(['narrower']);
    // Somebody else has given it meanwhile.
    expect(changesOf({ 'crm.note.read': 'all' }, rights)).toEqual([]);
  });

  it('returns to the defaults, but for rights that the user may not give', () => {
    expect(withDefaults({}, [update, remove])).toEqual({
      'crm.note.update': 'team',
      'crm.note.delete': 'own',
    });
    const foreign = { ...remove, own: null };
    expect(withDefaults({}, [foreign])).toEqual({});
    expect(isGrantable({ ...update, own: null }, 'own')).toBe(true);
    expect(isGrantable({ ...update, own: null }, 'team')).toBe(false);
    expect(isGrantable({ ...update, own: null }, null)).toBe(true);
  });

  it('is saved as what differs from the defaults, with the grants that the screen does not know', () => {
    const storedElsewhere = { right: 'crm.memo.read', scope: 'own' };
    expect(grantsToSave({ 'crm.note.read': null }, { rights, others: [storedElsewhere] })).toEqual([
      { right: 'crm.note.read', scope: 'none' },
      { right: 'crm.note.update', scope: 'own' },
      { right: 'crm.note.delete', scope: 'none' },
      storedElsewhere,
    ]);
    expect(grantsToSave(withDefaults({}, [update, remove]), { rights, others: [] })).toEqual([]);
  });
});

it('tells from the history which grants were changed', () => {
  const grant = (name: string, scope: string) => ({ id: 'row', right: name, scope });
  expect(
    grantDifferences([grant('a', 'own'), grant('b', 'all')], [grant('b', 'all'), grant('c', 'none')]),
  ).toEqual([
    { right: 'a', from: 'own', to: null },
    { right: 'c', from: null, to: 'none' },
  ]);
  expect(grantDifferences(null, undefined)).toEqual([]);
});

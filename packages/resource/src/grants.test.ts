import { ref, text } from './field';
import { declaredRights, defaultGrants, rightsOf } from './grants';
import { ownerIndex } from './list-indexes';
import { missingLocaleKeys } from './locale-keys';
import { defineResource } from './resource';
import type { ResourceDefinition } from './resource-definition';

const declare = (spec: object): ResourceDefinition =>
  defineResource('sales.quote', {
    path: 'sale/quotes',
    rights: 'sales.quote',
    fields: { name: text().required(), author: ref('identity.user') },
    ...spec,
  });
const lifecycle = {
  states: ['DRAFT', 'POSTED'],
  transitions: { post: { from: ['DRAFT'], to: 'POSTED', right: 'post' } },
};

it('lists the rights of operations, exchanges, transitions and further routes', () =>
  expect(rightsOf(declare({ lifecycle, furtherRights: ['merge'] }))).toEqual(
    ['read', 'create', 'update', 'delete', 'export', 'import', 'merge', 'post'].map(
      (action) => `sales.quote.${action}`,
    ),
  ));

it('grants administrators everything unless a resource says otherwise', () => {
  const granted = defaultGrants(declare({}));
  expect(new Set(granted.map(({ role, scope }) => `${role} ${scope}`))).toEqual(
    new Set(['ADMINISTRATOR all']),
  );
  expect(granted.map(({ right }) => right)).toEqual(rightsOf(declare({})));
});

it('grants one scope by right', () =>
  expect(
    defaultGrants(declare({ access: { own: 'author' }, grants: { USER: { read: 'all', update: 'own' } } })),
  ).toEqual([
    { role: 'USER', right: 'sales.quote.read', scope: 'all' },
    { role: 'USER', right: 'sales.quote.update', scope: 'own' },
  ]));

it.each([
  [{ grants: { USER: { post: 'all' } } }, /post, which nothing requires/],
  [{ furtherRights: ['accept_late'] }, /which is no name of a right/],
  [{ grants: { USER: 'own' } }, /needs an owner/],
  [{ grants: { USER: { read: 'team' } } }, /needs an owner/],
  [{ access: { own: 'name' } }, /is no user/],
  [{ access: { own: 'author', team: 'name' } }, /leads to no user/],
])('refuses %j', (spec, reason) => expect(() => defaultGrants(declare(spec))).toThrow(reason));

it('indexes the default order of the records of one owner', () => {
  expect(ownerIndex(declare({}))).toBeUndefined();
  expect(ownerIndex(declare({ access: { own: 'author' } }))).toEqual(['tenantId', 'authorId', 'name', 'id']);
  expect(ownerIndex(declare({ access: { own: 'createdBy' } }))).toEqual([
    'tenantId',
    'createdBy',
    'name',
    'id',
  ]);
});

describe('rights in words', () => {
  const texts = {
    fr: { 'sales.quote.plural': 'Devis', 'sales.quote.action.post': 'Émettre' },
    en: { 'sales.quote.plural': 'Quotes', 'sales.quote.action.post': 'Post' },
  };
  const inWords = (spec: object) =>
    declaredRights(declare({ texts, ...spec })).map(({ right, scopes, subject, label }) => [
      right.replace('sales.quote.', ''),
      scopes.join(' '),
      subject.en,
      label?.fr ?? null,
    ]);

  it('have the words of the resource and of its transitions, and the scopes that an owner makes possible', () => {
    const scopes = 'own team all';
    expect(inWords({ access: { own: 'author' }, lifecycle })).toEqual([
      ['read', scopes, 'Quotes', null],
      ['create', 'all', 'Quotes', null],
      ['update', scopes, 'Quotes', null],
      ['delete', scopes, 'Quotes', null],
      ['export', scopes, 'Quotes', null],
      ['import', 'all', 'Quotes', null],
      ['post', scopes, 'Quotes', 'Émettre'],
    ]);
    expect(new Set(inWords({ lifecycle }).map(([, possible]) => possible))).toEqual(new Set(['all']));
  });

  it('name the transitions that one right allows, or the one that is called like it', () => {
    const decided = (names: string[], right: string) => ({
      lifecycle: {
        states: ['A', 'B'],
        transitions: Object.fromEntries(names.map((name) => [name, { from: ['A'], to: 'B', right }])),
      },
      texts: {
        fr: { 'sales.quote.action.accept': 'Accepter', 'sales.quote.action.refuse': 'Refuser' },
        en: {},
      },
    });
    const last = (spec: object) => inWords(spec).at(-1)?.at(-1);
    expect(last(decided(['accept', 'refuse'], 'decide'))).toBe('Accepter, Refuser');
    expect(last(decided(['accept', 'refuse'], 'accept'))).toBe('Accepter');
  });

  it('need a text of their own where no transition has one', () => {
    const missing = (own: object) =>
      missingLocaleKeys(declare({ furtherRights: ['merge'], texts: { ...texts, ...own } })).filter((key) =>
        key.includes('.right.'),
      );
    expect(missing({})).toEqual(['fr: sales.quote.right.merge', 'en: sales.quote.right.merge']);
    const named = { 'sales.quote.right.merge': 'Fusionner' };
    expect(missing({ fr: named, en: named })).toEqual([]);
    expect(inWords({ furtherRights: ['merge'], texts: { fr: named, en: named } }).at(-1)).toEqual([
      'merge',
      'all',
      'sales.quote.plural',
      'Fusionner',
    ]);
  });

  it('are the platform’s own on records that are tenants', () =>
    expect(declaredRights(declare({ tenancy: 'self' }))).toEqual([]));
});

import { ref, text } from './field';
import { defaultGrants, rightsOf } from './grants';
import { ownerIndex } from './list-indexes';
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

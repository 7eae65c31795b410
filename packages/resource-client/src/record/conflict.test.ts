import type { FieldDescriptor } from '@coulisse/mfe-kit';
import type { HistoryItem } from './queries';
import { differences, writersSince } from './conflict';

const field = (name: string, type: FieldDescriptor['type'] = 'text'): FieldDescriptor => ({
  name,
  type,
  required: false,
  label: { fr: name, en: name },
});
const fields = [field('name'), field('email'), field('show', 'ref'), field('updatedAt', 'datetime')];
const seen = {
  id: '1',
  version: 3,
  name: 'Alvéo',
  email: 'a@b.example',
  show: { id: 's', label: 'Nuit' },
  updatedAt: 'x',
};

it('returns the values of the other user and the typed ones', () => {
  const latest = {
    ...seen,
    version: 4,
    name: 'Alvéo SA',
    show: { id: 's', label: 'Nuit blanche' },
    updatedAt: 'y',
  };
  const found = differences(fields, seen, latest, { name: 'Alvéo SARL' });
  expect(found.map(({ field: { name }, ...rest }) => ({ name, ...rest }))).toEqual([
    { name: 'name', before: 'Alvéo', theirs: 'Alvéo SA', mine: 'Alvéo SARL' },
  ]);
});

it('includes fields that only one of the two has changed', () => {
  const latest = { ...seen, version: 4, email: 'new@b.example' };
  expect(
    differences(fields, seen, latest, { name: 'Alvéo SARL' }).map((difference) => [
      difference.field.name,
      difference.mine,
    ]),
  ).toEqual([
    ['name', 'Alvéo SARL'],
    ['email', undefined],
  ]);
});

it('returns the users who wrote since the version that was read', () => {
  const item = (at: string, actor: string | null): HistoryItem => ({
    id: at,
    at,
    actor,
    impersonator: null,
    action: 'update',
    changes: null,
  });
  const items = [
    item('2026-11-21T10:03:00Z', 'Camille'),
    item('2026-11-21T10:02:00Z', null),
    item('2026-11-21T10:01:00Z', 'Camille'),
    item('2026-11-21T09:00:00Z', 'Paul'),
  ];
  expect(writersSince(items, '2026-11-21T10:00:00Z')).toEqual(['Camille']);
  expect(writersSince(items, undefined)).toEqual(['Camille']);
});

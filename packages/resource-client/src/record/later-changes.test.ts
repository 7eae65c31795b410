import { ApiProblem, type ResourceDescriptor } from '@coulisse/mfe-kit';
import { laterChangesOf } from './later-changes';

const label = (text: string) => ({ fr: text, en: text });
const descriptor = {
  labelField: 'name',
  fields: [
    { name: 'name', type: 'text', readonly: true, label: label('Facture') },
    ...['title', 'customer', 'date', 'due', 'discount'].map((name) => ({
      ...{ name, type: 'text', readonly: false, label: label(name.toUpperCase()) },
    })),
  ],
  told: { settled: label('Soldée par un avoir') },
  lifecycle: {
    stateLabels: { POSTED: label('Émise') },
    transitions: [{ name: 'post', label: label('Émettre') }],
  },
} as unknown as ResourceDescriptor;

const conflict = (changes: unknown, status = 409) =>
  new ApiProblem(status, {
    ...{ code: 'record.changed', current: { state: 'POSTED', version: 3 }, changes },
  });
const change = (action: string, fields: readonly string[], actor: string | null = 'Helena Brasseur') => ({
  ...{ action, fields, actor, at: '2026-01-05T08:14:00.000Z' },
});

it('names a transition, what a service says of it, or the fields', () => {
  const found = laterChangesOf(
    conflict([
      change('post', ['state', 'date']),
      change('settled', ['state'], null),
      change('update', ['name', 'title', 'due']),
    ]),
    descriptor,
    'fr',
  );
  expect(found?.state).toBe('Émise');
  expect(found?.changes.map(({ who, what }) => [who, what])).toEqual([
    ['Helena Brasseur', 'Émettre'],
    [null, 'Soldée par un avoir'],
    ['Helena Brasseur', 'TITLE, DUE'],
  ]);
  expect(found?.changes[0]?.when).toContain('janv.');
});

it('leaves out what nobody reads in a message', () => {
  const all = ['title', 'customer', 'date', 'due', 'discount'];
  const found = laterChangesOf(
    conflict(Array.from({ length: 9 }, () => change('update', all))),
    descriptor,
    'fr',
  );
  expect(found?.changes).toHaveLength(3);
  expect(found?.changes[0]?.what).toBe('TITLE, CUSTOMER, DATE, DUE…');
  expect(laterChangesOf(conflict([change('update', ['removed'])]), descriptor, 'fr')?.changes[0]?.what).toBe(
    'update',
  );
});

it.each([
  ['another failure', new Error('x')],
  ['another status', conflict([change('post', [])], 422)],
  ['no changes', conflict([])],
  ['something else under that name', conflict('post')],
  ['changes of another shape', conflict([null, 'x', { action: 'post' }])],
])('says nothing of %s', (_case, failure) => expect(laterChangesOf(failure, descriptor, 'fr')).toBeNull());

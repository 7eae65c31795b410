import type { FieldDescriptor, ResourceDescriptor } from '@coulisse/mfe-kit';
import type { HistoryItem } from '@coulisse/resource-client';
import { changeLines, fileOf, filtered, noteOf, stateChange } from './entries';

jest.mock('@coulisse/resource-fields', () => ({
  kindOf: () => ({ text: (value: unknown) => (typeof value === 'object' ? 'Nuit blanche' : String(value)) }),
}));

const field = (
  name: string,
  type: FieldDescriptor['type'] = 'text',
  overrides: object = {},
): FieldDescriptor => ({
  name,
  type,
  required: false,
  label: { fr: name.toUpperCase(), en: name },
  ...overrides,
});
const descriptor = {
  fields: [
    field('name'),
    field('show', 'ref'),
    field('lines', 'children'),
    field('salary', 'money', { secret: true }),
    field('story', 'longText'),
    field('state', 'enumeration'),
  ],
  lifecycle: {
    transitions: [{ name: 'send' }],
    stateLabels: { DRAFT: { fr: 'Brouillon', en: 'Draft' }, SENT: { fr: 'Envoyée', en: 'Sent' } },
  },
} as unknown as ResourceDescriptor;
const item = (action: string, changes: HistoryItem['changes'] = null): HistoryItem => ({
  id: '1',
  at: '2026-11-21T10:00:00Z',
  actor: 'Camille',
  impersonator: null,
  action,
  changes,
});
const lines = (changes: HistoryItem['changes']) =>
  changeLines(
    item('update', changes),
    descriptor,
    { id: '1', show: { id: 's1', label: 'Nuit blanche' } },
    'fr',
  );

it('describes changed, added and removed values', () => {
  expect(lines({ name: ['Alvéo', 'Alvéo SA'] })).toEqual([
    { key: 'history.change', name: 'name', field: 'NAME', from: 'Alvéo', to: 'Alvéo SA' },
  ]);
  expect(lines({ name: [null, 'Alvéo'] })[0]?.key).toBe('history.set');
  expect(lines({ name: ['Alvéo', null] })[0]?.key).toBe('history.cleared');
});

it('shows the labels of current references, and no bare ids of others', () => {
  expect(lines({ show: [null, 's1'] })).toEqual([
    { key: 'history.set', name: 'show', field: 'SHOW', from: '', to: 'Nuit blanche' },
  ]);
  expect(lines({ show: ['s0', 's1'] })[0]?.key).toBe('history.changed');
});

it('shows no values for long or sensitive fields, only that they changed', () => {
  expect(lines({ lines: [[], [{}]] })[0]?.key).toBe('history.changed');
  expect(lines({ salary: ['•••', '•••'] })[0]?.key).toBe('history.changed');
  expect(lines({ story: ['x'.repeat(50), 'y'.repeat(50)] })[0]?.key).toBe('history.changed');
  expect(lines({ gone: [1, 2] })).toEqual([]);
});

it('describes a change of state', () => {
  expect(stateChange(item('send', { state: ['DRAFT', 'SENT'] }), descriptor, 'fr')).toEqual({
    from: 'Brouillon',
    to: 'Envoyée',
  });
  expect(stateChange(item('create', { state: [null, 'DRAFT'] }), descriptor, 'fr')).toBeNull();
  expect(stateChange(item('update', { name: ['a', 'b'] }), descriptor, 'fr')).toBeNull();
});

it('separates notes, files and changes', () => {
  const all = [
    item('create'),
    item('comment', { text: [null, 'Rappeler lundi'] }),
    item('attach', { file: [null, 'devis.pdf'] }),
    item('send', { state: ['DRAFT', 'SENT'] }),
    item('detach', { file: ['devis.pdf', null] }),
    item('reveal'),
  ];
  const actions = (filter: Parameters<typeof filtered>[1]) =>
    filtered(all, filter, descriptor).map(({ action }) => action);
  expect(actions('notes')).toEqual(['comment']);
  expect(actions('files')).toEqual(['attach', 'detach']);
  expect(actions('changes')).toEqual(['create', 'send', 'reveal']);
  expect(actions('all')).toHaveLength(6);
  expect(all.map(fileOf).filter(Boolean)).toEqual(['devis.pdf', 'devis.pdf']);
});

it('lists the comment of a transition among the notes, but not a field named comment', () => {
  const step = item('send', { state: ['DRAFT', 'SENT'], comment: [null, 'Accord par téléphone'] });
  expect(noteOf(step, descriptor)).toBe('Accord par téléphone');
  expect(filtered([step], 'notes', descriptor)).toHaveLength(1);
  expect(filtered([step], 'changes', descriptor)).toHaveLength(1);
  expect(noteOf(item('update', { comment: [null, 'un champ'] }), descriptor)).toBeNull();
});

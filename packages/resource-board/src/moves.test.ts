import type { FieldDescriptor, ResourceDescriptor } from '@coulisse/mfe-kit';
import { columnFilters, columnsOfBoard, moveOf } from './moves';

const label = { fr: '', en: '' };
const kind = {
  name: 'kind',
  type: 'enumeration',
  required: false,
  enum: ['A', 'B'],
  label,
} as unknown as FieldDescriptor;
const state = {
  ...kind,
  name: 'state',
  required: true,
  readonly: true,
  enum: ['DRAFT', 'SENT', 'PAID', 'LOST'],
} as FieldDescriptor;
const transition = (name: string, from: string[], to: string, overrides: object = {}) => ({
  name,
  from,
  to,
  label,
  may: true,
  bulk: true,
  ...overrides,
});
const descriptor = {
  may: { update: true },
  lifecycle: {
    transitions: [
      transition('send', ['DRAFT'], 'SENT'),
      transition('mark', ['DRAFT'], 'SENT'),
      transition('pay', ['SENT'], 'PAID', { auto: true }),
      transition('lose', ['SENT'], 'LOST', { may: false }),
    ],
  },
} as unknown as ResourceDescriptor;
const move = (field: FieldDescriptor, from: string | null, to: string | null, resource = descriptor) =>
  moveOf(resource, field, { id: '1', [field.name]: from }, to);

it('changes an enumeration by an update', () => {
  expect(move(kind, 'A', 'B')).toEqual({ kind: 'update', value: 'B' });
  expect(move(kind, 'A', null)).toEqual({ kind: 'update', value: null });
  expect(move(kind, 'A', 'A')).toEqual({ kind: 'none' });
  expect(move(kind, null, null)).toEqual({ kind: 'none' });
});

it('returns why an enumeration cannot be changed', () => {
  expect(move({ ...kind, readonly: true }, 'A', 'B')).toMatchObject({ reason: 'list.locked.readonly' });
  expect(move({ ...kind, required: true }, 'A', null)).toMatchObject({ reason: 'kanban.refused.required' });
  const reader = { ...descriptor, may: { ...descriptor.may, update: false } };
  expect(move(kind, 'A', 'B', reader)).toMatchObject({ reason: 'kanban.refused.right' });
});

it('changes a state only by its transitions', () => {
  expect(move(state, 'DRAFT', 'SENT')).toMatchObject({ steps: [{ name: 'send' }, { name: 'mark' }] });
  expect(move(state, 'DRAFT', 'PAID')).toMatchObject({ reason: 'kanban.refused.path' });
  expect(move(state, 'SENT', 'PAID')).toMatchObject({ reason: 'kanban.refused.auto' });
  expect(move(state, 'SENT', 'LOST')).toMatchObject({ reason: 'kanban.refused.right' });
});

it('shows a column for every value, and one for records without a value', () => {
  expect(columnsOfBoard(kind, [], ['A'])).toEqual(['A', 'B', null]);
  expect(columnsOfBoard({ ...kind, required: true }, [], ['A'])).toEqual(['A', 'B']);
  expect(columnsOfBoard({ ...kind, required: true }, [], [null])).toEqual(['A', 'B', null]);
});

it('shows only the columns that match the filters', () => {
  const filter = (op: 'in' | 'ne' | 'empty', value: string) => [{ field: 'kind', op, value }];
  expect(columnsOfBoard(kind, filter('in', 'B,C'), [])).toEqual(['B']);
  expect(columnsOfBoard(kind, filter('ne', 'A'), [])).toEqual(['B', null]);
  expect(columnsOfBoard(kind, filter('empty', 'true'), [])).toEqual([null]);
  expect(columnFilters(kind, [{ field: 'city', op: 'eq', value: 'x' }, ...filter('in', 'A')], 'A')).toEqual([
    { field: 'city', op: 'eq', value: 'x' },
    { field: 'kind', op: 'eq', value: 'A' },
  ]);
  expect(columnFilters(kind, [], null)).toEqual([{ field: 'kind', op: 'empty', value: 'true' }]);
});

it('identifies the column of a reference by its id, and keeps one for an archived record', () => {
  const status = { ...kind, name: 'status', type: 'ref', enum: ['1', '2'] } as FieldDescriptor;
  const row = { id: 'r', status: { id: '1', label: 'Froid' } };
  expect(moveOf(descriptor, status, row, '1')).toEqual({ kind: 'none' });
  expect(moveOf(descriptor, status, row, '2')).toEqual({ kind: 'update', value: '2' });
  expect(moveOf(descriptor, status, { id: 'r', status: null }, '2')).toEqual({ kind: 'update', value: '2' });
  expect(columnsOfBoard(status, [], ['2', '9', null])).toEqual(['1', '2', '9', null]);
});

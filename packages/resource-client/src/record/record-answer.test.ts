import type { ResourceDescriptor } from '@coulisse/mfe-kit';
import { descriptorFor, withStates } from './record-answer';

const descriptor = {
  name: 'crm.note',
  fields: [{ name: 'items', editableIn: ['DRAFT'] }, { name: 'title' }],
  may: { read: true, update: true, delete: true },
} as unknown as ResourceDescriptor;
const record = { id: '1', version: 1, state: 'DRAFT' };

it('allows to a record what the caller may do to it', () => {
  expect(descriptorFor(descriptor, record)).toBe(descriptor);
  const denied = { ...record, _denied: ['delete'] };
  expect(descriptorFor(descriptor, denied).may).toMatchObject({ read: true, update: true, delete: false });
  expect(descriptorFor(descriptor, denied)).toBe(descriptorFor(descriptor, denied));
});

it('locks fields in the states in which the service refuses their change', () => {
  const posted = descriptorFor(descriptor, { ...record, state: 'POSTED' });
  expect(posted.fields.map(({ readonly }) => readonly)).toEqual([true, undefined]);
  expect(posted.may).toEqual(descriptor.may);
});

const states = [{ state: 'DRAFT', at: '2026-01-01' }];
const before = { ...record, state: 'DRAFT', _states: states };

it.each([
  ['a new state', { ...record, state: 'SENT', updatedAt: 'now' }, [...states, { state: 'SENT', at: 'now' }]],
  ['the same state', { ...record, state: 'DRAFT' }, states],
  ['a read', { ...record, state: 'SENT', _states: [] }, []],
])('keeps the states that were read: %s', (_what, answer, expected) =>
  expect(withStates(answer, before)._states).toEqual(expected),
);

it('knows no states before a read', () => expect(withStates(record, undefined)).toBe(record));

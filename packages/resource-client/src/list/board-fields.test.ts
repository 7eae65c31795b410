import type { ResourceDescriptor } from '@coulisse/mfe-kit';
import { boardField, boardFields } from './board-fields';

const descriptor = {
  fixed: { kind: 'A' },
  fields: [
    { name: 'kind', type: 'enumeration', filterable: true, enum: ['A', 'B'] },
    { name: 'priority', type: 'enumeration', filterable: true, enum: ['LOW', 'HIGH'] },
    { name: 'only', type: 'enumeration', filterable: true, enum: ['ONE'] },
    { name: 'owner', type: 'ref', filterable: true, ref: 'core.user' },
    { name: 'status', type: 'ref', filterable: true, ref: 'core.status' },
    { name: 'state', type: 'enumeration', filterable: true, enum: ['DRAFT', 'DONE'] },
  ],
} as unknown as ResourceDescriptor;
const names = (reference?: string) => boardFields(descriptor, reference).map(({ name }) => name);

it('offers enumerations with several values, the state first', () =>
  expect(names()).toEqual(['state', 'priority']));

it('offers the reference named by a module, and ignores other fields', () => {
  expect(names('status')).toEqual(['state', 'status', 'priority']);
  expect(names('kind')).toEqual(['state', 'priority']);
});

it('returns the chosen field, else the first', () => {
  expect(boardField(descriptor, 'status', 'status')?.name).toBe('status');
  expect(boardField(descriptor, 'status')?.name).toBe('state');
  expect(boardField({ ...descriptor, fields: [] }, null)).toBeNull();
});

import fc from 'fast-check';
import { children, defineResource, int, json, list, related, text, type AnyRecord } from '@coulisse/resource';
import { differences, latest } from './changes';

const crate = defineResource('sample.crate', {
  path: 'sample/crates',
  rights: 'sample.crate',
  fields: {
    name: text(),
    count: int(),
    tags: list(text()),
    content: json(),
    slots: children({ label: text() }),
    moves: related('sample.move', { by: 'crate' }),
  },
  lifecycle: {
    states: ['OPEN', 'SHUT'],
    transitions: { shut: { from: ['OPEN'], to: 'SHUT', right: 'update' } },
  },
});
const records = fc.record({
  name: fc.option(fc.string()),
  count: fc.option(fc.integer()),
  tags: fc.array(fc.string(), { maxLength: 3 }),
  content: fc.jsonValue(),
  slots: fc.array(fc.record({ id: fc.uuid(), label: fc.option(fc.string()) }), { maxLength: 2 }),
  state: fc.constantFrom('OPEN', 'SHUT'),
}) as unknown as fc.Arbitrary<AnyRecord>;

test('the changes turn one record into the other, and contain no unchanged field', () => {
  fc.assert(
    fc.property(records, records, (before, after) => {
      const changes = differences(crate, before, after);
      expect(JSON.stringify({ ...before, ...latest(changes) })).toBe(JSON.stringify({ ...before, ...after }));
      for (const [oldValue, newValue] of Object.values(changes))
        expect(JSON.stringify(oldValue)).not.toBe(JSON.stringify(newValue));
      expect(differences(crate, after, after)).toEqual({});
    }),
  );
});

test('the changes of a created or deleted record contain every field with a value', () => {
  const record = { name: 'A', count: null, tags: ['x'], slots: [], state: 'OPEN' } as unknown as AnyRecord;
  expect(differences(crate, null, record)).toEqual({
    name: [null, 'A'],
    tags: [null, ['x']],
    slots: [null, []],
    state: [null, 'OPEN'],
  });
  expect(differences(crate, record, null)).toMatchObject({ name: ['A', null], state: ['OPEN', null] });
});

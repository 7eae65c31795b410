import { children, chosenRows, text } from '.';
import { checkDefinition } from './check-definition';
import { rowChoiceBlockers } from './row-choice';

const input = { taken: chosenRows('items', { option: 'proposed' }) };
const record = {
  items: [
    { id: 'a', option: null },
    { id: 'b', option: 'proposed' },
    { id: 'c', option: 'proposed' },
  ],
};

it('accepts rows that the record offers, and names each other one', () => {
  expect(rowChoiceBlockers(input, { taken: ['b', 'c'] }, record)).toEqual([]);
  expect(rowChoiceBlockers(input, { taken: null }, record)).toEqual([]);
  expect(rowChoiceBlockers(input, { taken: ['b', 'a', 'x'] }, record)).toMatchObject([
    { code: 'validation.choice', pointer: '/input/taken/1' },
    { code: 'validation.choice', pointer: '/input/taken/2' },
  ]);
  expect(rowChoiceBlockers(input, { taken: ['b'] }, {})).toHaveLength(1);
});

it.each([
  ['lines', { option: 'proposed' }],
  ['items', { state: 'proposed' }],
])('refuses a definition that offers rows of %s with %j', (field, where) => {
  const definition = {
    name: 'sample.offer',
    fields: { items: children({ label: text(), option: text() }), label: text() },
    lifecycle: {
      states: ['A'],
      transitions: {
        take: { from: ['A'], to: 'A', right: 'take', input: { taken: chosenRows(field, where) } },
      },
    },
    ...{
      label: 'label',
      sort: 'label',
      list: [],
      uniqueTogether: [],
      derive: {},
      grants: {},
      access: undefined,
    },
  };
  expect(() => checkDefinition(definition as never)).toThrow('offers rows for taken that the record has not');
});

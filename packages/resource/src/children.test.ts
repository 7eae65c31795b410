import * as r from './index';

const define = (fields: r.Fields, states = ['DRAFT', 'ORDERED']) =>
  r.defineResource('sample.order', {
    path: 'sample/orders',
    rights: 'sample.order',
    fields: { name: r.text(), ...fields },
    lifecycle: { states, transitions: {} },
  });
const lines = r.children(
  { quantity: r.int().required(), price: r.money().required(), total: r.money() },
  {
    derive: { total: ({ quantity, price }) => (quantity * Number(price)).toFixed(2) },
    rules: [({ quantity }) => quantity < 0 && r.blocked('validation.value-min', { min: 0 }, '/quantity')],
    lifecycle: {
      states: ['PENDING', 'VALIDATED'],
      tones: { VALIDATED: 'good' },
      transitions: { valid: { from: ['PENDING'], to: 'VALIDATED', right: 'receive' } },
    },
    editableIn: ['DRAFT'],
  },
);

test('derived fields of rows are never accepted', () => {
  expect(lines.spec.fields?.total?.spec).toMatchObject({ readonly: true, derived: true });
  expect(lines.spec.fields?.price?.spec.readonly).toBeUndefined();
});

test('the pointer of a rule begins with its row', () => {
  const row = { id: 'a', quantity: 1, price: '1.00', total: null, state: 'PENDING' };
  expect(r.rowBlockers({ lines }, { lines: [row, { ...row, quantity: -1 }] })).toEqual([
    { code: 'validation.value-min', params: { min: 0 }, pointer: '/lines/1/quantity' },
  ]);
});

test('rows with states have a readonly field for them, texts and a description', () => {
  const order = define({ lines });
  expect(lines.spec.fields?.state?.spec).toMatchObject({
    kind: 'enumeration',
    readonly: true,
    default: 'PENDING',
  });
  expect(r.localeKeys(order)).toEqual(
    expect.arrayContaining(['sample.order.lines.state.PENDING', 'sample.order.lines.action.valid']),
  );
  const described = r
    .describeResourceFor(order, { fr: {}, en: {} }, (right) => right !== 'sample.order.receive')
    .fields.find(({ name }) => name === 'lines');
  expect(described).toMatchObject({
    editableIn: ['DRAFT'],
    lifecycle: {
      states: ['PENDING', 'VALIDATED'],
      tones: { PENDING: 'neutral', VALIDATED: 'good' },
      transitions: [{ name: 'valid', from: ['PENDING'], to: 'VALIDATED', may: false }],
    },
  });
});

test.each([
  ['a path', { history: r.children({ a: r.text() }) }, 'is a path of every record'],
  ['a state that is not declared', { name: r.text().editableIn(['SENT']) }, 'which is no state'],
  [
    'a sibling that does not exist',
    { lines: r.children({ group: r.rowOf('groups') }) },
    'no other children field',
  ],
  ['itself as sibling', { lines: r.children({ up: r.rowOf('lines') }) }, 'no other children field'],
  ['a sibling outside of rows', { group: r.rowOf('groups') }, 'is no field of children'],
  ['its own state field', { lines: r.children({ state: r.text() }) }, 'has a field state already'],
])('%s is refused', (_what, fields, reason) => expect(() => define(fields)).toThrow(reason));

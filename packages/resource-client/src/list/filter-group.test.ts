import fc from 'fast-check';
import {
  countRules,
  type Filter,
  type FilterGroup,
  type FilterRule,
  parseGroup,
  tidyGroup,
} from './filter-group';

const rule = (field: string): Filter => ({ field, op: 'eq', value: 'x' });
const anyRule = fc.record({
  field: fc.stringMatching(/^[a-z]{1,8}$/),
  op: fc.constantFrom('eq', 'contains', 'in', 'empty'),
  value: fc.string(),
}) as fc.Arbitrary<Filter>;
const anyGroup = (depth: number): fc.Arbitrary<FilterGroup> =>
  fc.record({
    match: fc.constantFrom('all', 'any'),
    rules: fc.array(
      depth > 1 ? fc.oneof(anyRule as fc.Arbitrary<FilterRule>, anyGroup(depth - 1)) : anyRule,
      { minLength: 1, maxLength: 4 },
    ),
  });

it('survives a round trip through the URL', () => {
  fc.assert(
    fc.property(anyGroup(3), (some) => {
      expect(parseGroup(JSON.stringify(some))).toEqual(some);
    }),
  );
});

it('returns null for an invalid group, and leaves out unknown members', () => {
  for (const text of [
    null,
    '',
    '{',
    '[]',
    '"x"',
    '{"match":"some","rules":[]}',
    '{"match":"all","rules":[]}',
  ])
    expect(parseGroup(text)).toBeNull();
  expect(
    parseGroup(
      '{"match":"all","rules":[{"field":"a","op":"like","value":"1"},null,{"field":"a","op":"eq","value":"1"}]}',
    ),
  ).toEqual({ match: 'all', rules: [{ field: 'a', op: 'eq', value: '1' }] });
});

it('limits the depth to that of the API', () => {
  const deep = (levels: number): unknown =>
    levels === 0 ? rule('a') : { match: 'all', rules: [rule('z'), deep(levels - 1)] };
  expect(countRules(parseGroup(JSON.stringify(deep(6)))!)).toBe(3);
});

it('drops empty groups, and unwraps groups with a single group', () => {
  expect(tidyGroup({ match: 'all', rules: [{ match: 'any', rules: [] }] })).toBeNull();
  expect(tidyGroup({ match: 'all', rules: [{ match: 'any', rules: [rule('a'), rule('b')] }] })).toEqual({
    match: 'any',
    rules: [rule('a'), rule('b')],
  });
});

import { findingOf } from './proof.domain';

test.each([
  [null, 'NO_ANSWER'],
  [[], 'NO_RECORD'],
  [['v=spf1 -all'], 'OTHER_VALUE'],
  [['coulisse-verification=a '], 'OTHER_VALUE'],
  [['v=spf1 -all', 'coulisse-verification=a'], null],
] as const)('the records %j prove: %s', (texts, finding) => {
  expect(findingOf(texts, 'coulisse-verification=a')).toBe(finding);
});

import { insertionOf, type Keyword, offsetOf } from './template-data';

it.each<[number, number, number]>([
  [1, 1, 0],
  [1, 3, 2],
  [2, 1, 4],
  [3, 1, 7],
  [3, 99, 8],
  [9, 1, 8],
])('line %d, column %d is at %d', (line, column, offset) =>
  expect(offsetOf('abc\nde\nf', line, column)).toBe(offset),
);

it('inserts a value, a list with its block, and keywords of a list by their short name', () => {
  const keywords: Keyword[] = [
    { path: 'quote', type: 'group', description: '' },
    { path: 'quote.number', type: 'text', description: '' },
    { path: 'quote.isSigned', type: 'flag', description: '' },
    { path: 'quote.terms', type: 'richText', description: '' },
    { path: 'quote.lines', type: 'list', description: '' },
    { path: 'quote.lines.label', type: 'text', description: '' },
    { path: 'quote.lines.details', type: 'list', description: '' },
    { path: 'quote.lines.details.note', type: 'text', description: '' },
  ];
  expect(keywords.slice(1).map((keyword) => insertionOf(keyword, keywords))).toEqual([
    '{{quote.number}}',
    '{{#if quote.isSigned}}\n\n{{/if}}',
    '{{{quote.terms}}}',
    '{{#each quote.lines}}\n\n{{/each}}',
    '{{label}}',
    '{{#each details}}\n\n{{/each}}',
    '{{note}}',
  ]);
});

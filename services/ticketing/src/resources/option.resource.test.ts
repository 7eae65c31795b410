import { blockersOf, type AnyRecord, type ResourceDefinition } from '@coulisse/resource';
import { option } from './option.resource';

const definition: ResourceDefinition = option;
const silent = {
  requiresNumberEntry: false,
  numberEntryLabel: null,
  requiresDetailEntry: false,
  detailEntryLabel: null,
};
const codes = (changes: object) =>
  blockersOf(definition.rules, { ...silent, ...changes } as unknown as AnyRecord).map(({ code, pointer }) => [
    code,
    pointer,
  ]);

describe('an option that asks its buyer something (R-197)', () => {
  test('has the text of its question', () => {
    expect(codes({ requiresNumberEntry: true })).toEqual([['validation.not-blank', '/numberEntryLabel']]);
    expect(codes({ requiresDetailEntry: true })).toEqual([['validation.not-blank', '/detailEntryLabel']]);
    expect(codes({ requiresNumberEntry: true, numberEntryLabel: 'Combien de coupes ?' })).toEqual([]);
    expect(codes({ requiresDetailEntry: true, detailEntryLabel: 'Quel prénom ?' })).toEqual([]);
  });
  test('may keep a text that is not asked', () => {
    expect(codes({ numberEntryLabel: 'Combien de coupes ?' })).toEqual([]);
    expect(codes({})).toEqual([]);
  });
});

import { blockersOf, type AnyRecord, type ResourceDefinition } from '@coulisse/resource';
import { promotionCode } from './promotion-code.resource';

const definition: ResourceDefinition = promotionCode;
const codes = (changes: object) =>
  blockersOf(definition.rules, {
    isPercentage: true,
    value: '10',
    start: null,
    end: null,
    ...changes,
  } as unknown as AnyRecord).map(({ code, pointer }) => [code, pointer]);

describe('a promotion code is a percentage or an amount, with a period (R-182)', () => {
  test('a percentage is at most 100, an amount may be more', () => {
    expect(codes({ value: '100' })).toEqual([]);
    expect(codes({ value: '100.01' })).toEqual([['validation.value-max', '/value']]);
    expect(codes({ value: '150', isPercentage: false })).toEqual([]);
    expect(codes({ value: '0' })).toEqual([['promotion-code.no-value', '/value']]);
  });
  test('its period ends after it begins, or on the same day', () => {
    expect(codes({ start: '2026-12-24', end: '2026-12-24' })).toEqual([]);
    expect(codes({ start: '2026-12-24', end: '2026-12-23' })).toEqual([['validation.period', '/end']]);
    expect(codes({ end: '2026-12-23' })).toEqual([]);
  });
});

import { LargeCountCache } from './large-count-cache';

const count = (tenant: string, text = 'SELECT count(*)') => ({ text, values: [tenant] });

describe('LargeCountCache', () => {
  it('distinguishes tenants and statements', () => {
    const cache = new LargeCountCache();
    cache.add(count('a'));
    expect([count('a'), count('b'), count('a', 'SELECT 1')].map((statement) => cache.has(statement))).toEqual(
      [true, false, false],
    );
  });
  it('expires an entry after 30 seconds', () => {
    let now = 0;
    const cache = new LargeCountCache(() => now);
    cache.add(count('a'));
    now = 29_999;
    expect(cache.has(count('a'))).toBe(true);
    now = 30_000;
    expect(cache.has(count('a'))).toBe(false);
  });
});

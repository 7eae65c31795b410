import { Crowds } from './crowds';

const count = (tenant: string, text = 'SELECT count(*)') => ({ text, values: [tenant] });

describe('crowds', () => {
  it('are those of one tenant and one question', () => {
    const crowds = new Crowds();
    crowds.add(count('a'));
    expect([count('a'), count('b'), count('a', 'SELECT 1')].map((one) => crowds.has(one))).toEqual([
      true,
      false,
      false,
    ]);
  });
  it('are looked at again after a while', () => {
    let now = 0;
    const crowds = new Crowds(() => now);
    crowds.add(count('a'));
    now = 29_999;
    expect(crowds.has(count('a'))).toBe(true);
    now = 30_000;
    expect(crowds.has(count('a'))).toBe(false);
  });
});

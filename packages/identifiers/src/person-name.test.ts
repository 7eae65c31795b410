import { isPersonName, PERSON_NAME_MAX } from './person-name';
import vectors from './person-name.vectors.json';

describe('isPersonName', () => {
  it.each(vectors.accepted)('accepts %j', (name) => expect(isPersonName(name)).toBe(true));
  it.each(vectors.refused)('refuses %j', (name) => expect(isPersonName(name)).toBe(false));

  it('refuses a NUL, a lone surrogate, an empty and a blank name', () => {
    for (const text of ['Ana\0', 'Ana\ud800', '', ' ']) expect(isPersonName(text)).toBe(false);
  });

  it('runs in linear time on long texts, without backtracking', () => {
    expect(isPersonName(`${'a '.repeat(500_000)}<`)).toBe(false);
    expect(isPersonName('1'.repeat(1_000_000))).toBe(false);
    expect(PERSON_NAME_MAX).toBe(100);
  });
});

import { isPersonName, PERSON_NAME_MAX } from './person-name';
import vectors from './person-name.vectors.json';

describe('the name of a person', () => {
  it.each(vectors.accepted)('%j is one', (name) => expect(isPersonName(name)).toBe(true));
  it.each(vectors.refused)('%j is none', (name) => expect(isPersonName(name)).toBe(false));

  it('is none with a NUL, a lone surrogate or nothing in it', () => {
    for (const text of ['Ana\0', 'Ana\ud800', '', ' ']) expect(isPersonName(text)).toBe(false);
  });

  it('is checked without backtracking, however long', () => {
    expect(isPersonName(`${'a '.repeat(500_000)}<`)).toBe(false);
    expect(isPersonName('1'.repeat(1_000_000))).toBe(false);
    expect(PERSON_NAME_MAX).toBe(100);
  });
});

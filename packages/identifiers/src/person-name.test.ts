import buyers from './buyer-name.vectors.json';
import { isPersonName, loginNames, PERSON_NAME_MAX } from './person-name';
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

describe('loginNames', () => {
  const email = 'zoe.roux@example.org';

  it.each(vectors.accepted)('keeps %j', (name) => {
    const names = loginNames({ firstName: name, lastName: name, email });
    expect(names).toEqual({ firstName: name.normalize('NFC'), lastName: name.normalize('NFC') });
  });

  it.each([
    ...buyers.accepted,
    ...vectors.refused,
    ...['é', '🦄', '𠮷', 'م'].map((letter) => letter.repeat(255)),
  ])('makes of %j what the identity provider takes', (name) => {
    for (const made of Object.values(loginNames({ firstName: name, lastName: 'Roux', email }))) {
      expect(isPersonName(made)).toBe(true);
      expect(made.length).toBeLessThanOrEqual(PERSON_NAME_MAX);
      expect(made).toBe(made.trim());
    }
  });

  it('replaces characters and cuts the end off', () => {
    expect(loginNames({ firstName: `O'Neil "Bob" & <b>`, lastName: 'é'.repeat(255), email })).toEqual({
      firstName: "O'Neil Bob & b",
      lastName: 'é'.repeat(100),
    });
    expect(loginNames({ firstName: '𠮷'.repeat(255), lastName: 'a', email }).firstName).toBe('𠮷'.repeat(50));
  });

  it('takes the other name, or the address, where nothing is left', () => {
    expect(loginNames({ firstName: '🦄', lastName: 'Roux', email })).toEqual({
      firstName: 'Roux',
      lastName: 'Roux',
    });
    expect(loginNames({ firstName: '🦄', lastName: '007', email }).lastName).toBe('zoe.roux');
    expect(loginNames({ firstName: '🦄', lastName: '7', email: '12@example.org' }).firstName).toBe('Client');
  });
});

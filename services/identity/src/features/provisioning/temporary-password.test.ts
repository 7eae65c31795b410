import { temporaryPassword } from './temporary-password';

describe('temporaryPassword', () => {
  it('is readable, meets the password policy and is unique', () => {
    const passwords = Array.from({ length: 500 }, temporaryPassword);
    for (const password of passwords) {
      expect(password).toMatch(/^([A-HJ-NP-Z][a-hjkmnp-z]{3}[2-9]-){3}[A-HJ-NP-Z][a-hjkmnp-z]{3}[2-9]$/);
    }
    expect(new Set(passwords).size).toBe(passwords.length);
  });
});

import { contentSecurityPolicy } from './security-headers';

describe('contentSecurityPolicy', () => {
  const policy = contentSecurityPolicy({
    keycloakUrl: 'https://login.test/auth',
    publicUrl: 'https://billets.test',
    formActionOrigins: ['https://bank.test'],
  });
  const directive = (name: string) => policy.split('; ').find((part) => part.startsWith(`${name} `));

  it.each([
    ['script-src', "script-src 'self'"],
    ['connect-src', "connect-src 'self' https://login.test"],
    ['frame-src', "frame-src 'self' https://login.test"],
    ['form-action', "form-action 'self' https://login.test https://bank.test"],
    ['object-src', "object-src 'none'"],
    ['frame-ancestors', "frame-ancestors 'self'"],
  ])('%s', (name, expected) => expect(directive(name)).toBe(expected));

  it('lets no page run inline or evaluated code', () => {
    expect(directive('script-src')).not.toMatch(/unsafe/);
    expect(directive('default-src')).toBe("default-src 'self'");
  });
});

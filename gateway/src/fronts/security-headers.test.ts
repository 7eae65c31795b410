import {
  commonHeaders,
  contentSecurityPolicy,
  embeddedBy,
  dataHeaders,
  digestSource,
  nonceSource,
} from './security-headers';

describe('contentSecurityPolicy', () => {
  const policy = contentSecurityPolicy({
    keycloakUrl: 'https://login.test/auth',
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
    ['base-uri', "base-uri 'none'"],
  ])('%s', (name, expected) => expect(directive(name)).toBe(expected));

  it('allows only styles from our files and style elements with the nonce of the page', () => {
    expect(directive('style-src')).toBe("style-src 'self'");
    const options = { keycloakUrl: 'https://login.test', formActionOrigins: [] };
    expect(contentSecurityPolicy(options, { styles: [nonceSource('abc')] })).toContain(
      "style-src 'self' 'nonce-abc'",
    );
    expect(policy).not.toContain('unsafe-inline');
  });

  it('allows inline elements by the digest of their exact text', () => {
    const options = { keycloakUrl: 'https://login.test', formActionOrigins: [] };
    // The digest of the empty text, as browsers report it.
    const empty = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";
    expect(digestSource('')).toBe(empty);
    const inline = contentSecurityPolicy(options, { styles: [digestSource('a{}')], scripts: [empty] });
    expect(inline).toContain(`script-src 'self' ${empty};`);
    expect(inline).toContain(`style-src 'self' ${digestSource('a{}')};`);
  });

  it('names the sites that may embed a page', () => {
    const embedded = embeddedBy(policy, ['https://a.example', 'https://b.example']);
    expect(embedded).toContain("frame-ancestors 'self' https://a.example https://b.example; base-uri");
    expect(embedded.replace(' https://a.example https://b.example', '')).toBe(policy);
    expect(embeddedBy(policy, [])).toBe(policy);
  });

  it('allows no inline or evaluated scripts', () => {
    expect(directive('script-src')).not.toMatch(/unsafe/);
    expect(directive('default-src')).toBe("default-src 'self'");
  });
});

describe('headers of every response', () => {
  const secure = { publicUrl: 'https://billets.test' };

  it('set HSTS for a year, with subdomains, when the public URL is https', () => {
    expect(commonHeaders(secure)['strict-transport-security']).toBe('max-age=31536000');
    expect(dataHeaders(secure)).toMatchObject(commonHeaders(secure));
    expect(
      commonHeaders({ publicUrl: 'http://localhost:8080' })['strict-transport-security'],
    ).toBeUndefined();
  });

  it('limit the referrer to our origin, forbid type sniffing and set no CORS header', () => {
    expect(commonHeaders(secure)).toMatchObject({
      'referrer-policy': 'strict-origin-when-cross-origin',
      'x-content-type-options': 'nosniff',
    });
    const names = Object.keys(dataHeaders(secure));
    expect(names.filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });

  it('forbid embedding data, running scripts in it and changing its base URL', () =>
    expect(dataHeaders(secure)['content-security-policy']).toBe(
      "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    ));
});

import { codeIn, cookiesOf } from './public-session';

const REDIRECT = 'https://login.invalid/';

describe('a session opened at Keycloak', () => {
  it('has the cookies that are set, and none that is removed', () => {
    const headers = new Headers();
    for (const cookie of [
      'KEYCLOAK_IDENTITY=; Version=1; Path=/realms/x/; Max-Age=0',
      'AUTH_SESSION_ID=gone; Max-Age=0;Path=/',
      'KEYCLOAK_IDENTITY=a.b=c; Path=/realms/x/; Secure; HttpOnly',
      'KEYCLOAK_SESSION="s"; Max-Age=36000',
      'EMPTY=""',
    ])
      headers.append('set-cookie', cookie);
    expect(cookiesOf(headers)).toBe('KEYCLOAK_IDENTITY=a.b=c; KEYCLOAK_SESSION="s"');
  });

  it('is exchanged for the code of a redirect to the client', () =>
    expect(codeIn(`${REDIRECT}?session_state=s&code=c.1`, REDIRECT)).toBe('c.1'));

  it.each([
    [null, /no redirect/],
    ['http://keycloak.test/realms/x/login?code=c', /no redirect/],
    ['https://login.invalid.evil.test/?code=c', /no redirect/],
    [`${REDIRECT}?error=login_required`, /login_required/],
  ])('is refused for the redirect %j', (location, reason) =>
    expect(() => codeIn(location, REDIRECT)).toThrow(reason),
  );
});

import { SessionCookie } from './cookie';

describe('SessionCookie', () => {
  const secure = new SessionCookie('https://billets.test');
  const plain = new SessionCookie('http://localhost:8080');

  it('has the __Host- prefix on https', () => {
    expect(secure.write('x')).toBe('__Host-sid=x; Max-Age=604800; Path=/; HttpOnly; SameSite=Lax; Secure');
    expect(plain.write('x')).toBe('sid=x; Max-Age=604800; Path=/; HttpOnly; SameSite=Lax');
  });

  it('is read among other cookies by its exact name', () => {
    expect(plain.read('a=1; sid=abc=; b=2')).toBe('abc=');
    expect(plain.read('xsid=1; __Host-sid=2')).toBeUndefined();
    expect(plain.read('sid=')).toBeUndefined();
    expect(plain.read(undefined)).toBeUndefined();
  });

  it('is cleared with the same attributes', () => {
    expect(secure.clear()).toBe('__Host-sid=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax; Secure');
  });
});

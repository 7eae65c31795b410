import { csrfRefusal } from './csrf';

const ORIGIN = 'https://billets.test';
const TOKEN = 'the-token-of-the-session';
const json = { 'content-type': 'application/json', 'content-length': '2' };

describe('csrfRefusal (R-072)', () => {
  const methods = ['POST', 'PUT', 'PATCH', 'DELETE'];
  const sites = [
    { name: 'same-origin', headers: { 'sec-fetch-site': 'same-origin' }, same: true },
    { name: 'same-site', headers: { 'sec-fetch-site': 'same-site' }, same: false },
    { name: 'cross-site', headers: { 'sec-fetch-site': 'cross-site' }, same: false },
    { name: 'typed address', headers: { 'sec-fetch-site': 'none' }, same: false },
    { name: 'our Origin', headers: { origin: ORIGIN }, same: true },
    { name: 'another Origin', headers: { origin: 'https://evil.test' }, same: false },
    { name: 'opaque Origin', headers: { origin: 'null' }, same: false },
    {
      name: 'metadata before Origin',
      headers: { 'sec-fetch-site': 'cross-site', origin: ORIGIN },
      same: false,
    },
    { name: 'no browser', headers: {}, same: true },
  ];
  const tokens = [
    { name: 'its token', value: TOKEN, right: true },
    { name: 'no token', value: undefined, right: false },
    { name: 'another token', value: 'the-token-of-a-session', right: false },
  ];
  const cases = methods.flatMap((method) =>
    sites.flatMap((site) => tokens.map((token) => ({ method, site, token, ok: site.same && token.right }))),
  );

  it.each(cases)('$method, $site.name, $token.name', ({ method, site, token, ok }) => {
    const headers = { ...json, ...site.headers, ...(token.value ? { 'x-csrf-token': token.value } : {}) };
    expect(csrfRefusal(method, headers, TOKEN, ORIGIN)).toBe(ok ? undefined : 'security.invalid-csrf-token');
  });

  it.each(['GET', 'HEAD', 'OPTIONS'])('%s needs no token', (method) => {
    expect(csrfRefusal(method, { 'sec-fetch-site': 'cross-site' }, TOKEN, ORIGIN)).toBeUndefined();
  });

  it.each([
    ['application/x-www-form-urlencoded', 'request.unsupported-media'],
    ['multipart/form-data; boundary=x', 'request.unsupported-media'],
    ['text/plain', 'request.unsupported-media'],
    ['application/json; charset=utf-8', undefined],
    ['application/jsonp', 'request.unsupported-media'],
  ])('checks a body of %s', (type, refusal) => {
    const headers = { 'content-type': type, 'content-length': '9', 'x-csrf-token': TOKEN };
    expect(csrfRefusal('POST', headers, TOKEN, ORIGIN)).toBe(refusal);
  });

  it('accepts a call without a body', () => {
    expect(csrfRefusal('POST', { 'x-csrf-token': TOKEN }, TOKEN, ORIGIN)).toBeUndefined();
  });
});

import { WaitingCookie } from './waiting-cookie';

const performance = '018f3a5e-7c1d-7a31-9b8e-6f2d4c0a1b2c';
const base = `/app-api/configuration/representations/${performance}`;
const token = 'place.performance.a.1795000000..signature_-';

test('the place of a response becomes a cookie of its performance that no script can read', () => {
  const call = new WaitingCookie('https://coulisse.test').of(`${base}/waiting-room`, undefined);
  expect(call?.token).toBeUndefined();
  expect(call?.answerHeaders({ 'waiting-token': token, etag: '1' })).toEqual({
    etag: '1',
    'set-cookie': `__Secure-waiting=${token}; Path=${base}; Max-Age=43200; HttpOnly; SameSite=Lax; Secure`,
  });
});

test('a call carries its place; other calls have none', () => {
  const cookie = new WaitingCookie('http://localhost:8080');
  for (const call of ['holds', 'best-seats', 'places', 'drivers'])
    expect(cookie.of(`${base}/${call}`, `sid=x; waiting=${token}`)?.token).toBe(token);
  expect(cookie.of(`${base}/plan`, `waiting=${token}`)).toBeUndefined();
  for (const odd of ['', `other=${token}`, 'waiting=a b', `waiting=${'x'.repeat(301)}`])
    expect(cookie.of(`${base}/holds`, odd)?.token).toBeUndefined();
});

test('a response without a place, or with one that is no token, sets no cookie', () => {
  const call = new WaitingCookie('http://localhost:8080').of(`${base}/holds`, undefined);
  expect(call?.answerHeaders({ etag: '1' })).toEqual({ etag: '1' });
  expect(call?.answerHeaders({ 'waiting-token': 'x; Path=/' })).toEqual({});
});

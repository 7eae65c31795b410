/** @jest-environment jsdom */
import { cartToken } from './cart-key';
import { frameCall } from './frame-calls';

const HOLDS = '/app-api/configuration/representations/p1/holds';
const WAIT = '/app-api/configuration/representations/p1/waiting-room';

interface Call {
  path: string;
  headers: Record<string, string>;
  credentials?: string;
}

/** Calls with this response. */
function answering(body: unknown, headers: Record<string, string> = {}, ok = true): Call[] {
  const calls: Call[] = [];
  window.fetch = ((path: string, init: RequestInit) => {
    calls.push({
      path,
      headers: Object.fromEntries(init.headers as unknown as Iterable<[string, string]>),
      credentials: init.credentials,
    });
    const response = { ok, headers: new Map(Object.entries(headers)), json: () => Promise.resolve(body) };
    const answer = {
      ...response,
      headers: { get: (name: string) => headers[name] ?? null },
      clone: () => response,
    };
    return Promise.resolve(answer as unknown as Response);
  }) as typeof fetch;
  return calls;
}

beforeEach(() => sessionStorage.clear());

test('the token of a cart is kept from the first hold, and sent with each call after it; never a cookie', async () => {
  const calls = answering({ cart: { token: 'abc' } });
  await frameCall(HOLDS, { method: 'POST' });
  await frameCall('/app-api/prestiscene/reservations/cart', { method: 'GET' });
  expect(cartToken()).toBe('abc');
  expect(calls.map(({ headers, credentials }) => [headers['cart-token'], credentials])).toEqual([
    [undefined, 'omit'],
    ['abc', 'omit'],
  ]);
});

test.each([
  ['a refused hold', HOLDS, 'POST', { cart: { token: 'abc' } }, false],
  ['another call', WAIT, 'POST', { cart: { token: 'abc' } }, true],
  ['a hold without a cart', HOLDS, 'POST', { cart: { token: 7 } }, true],
])('%s keeps none', async (_name, path, method, body, ok) => {
  answering(body, {}, ok);
  await frameCall(path, { method });
  expect(cartToken()).toBeNull();
});

test('a place in a waiting room is sent with the calls of its performance alone', async () => {
  answering({}, { 'waiting-token': 'w1' });
  await frameCall(WAIT, { method: 'POST' });
  const calls = answering({});
  await frameCall(HOLDS, { method: 'DELETE' });
  await frameCall(HOLDS.replace('p1', 'p2'), { method: 'DELETE' });
  expect(calls.map(({ headers }) => headers['waiting-token'])).toEqual(['w1', undefined]);
});

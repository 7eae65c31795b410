import { ApiProblem, createApi } from './api';
import { covers } from './rights';

const answer = (status: number, body: string): typeof fetch =>
  jest.fn(async () => new Response(body || null, { status }));

describe('the API client', () => {
  it('sends the access token, the language and the version that was read', async () => {
    const fetch = answer(200, '{"id":"1"}');
    const api = createApi({ token: async () => 'abc', language: () => 'en', fetch });
    expect(await api.patch('/b/api/crm/tiers/1', { name: 'Alvéo' }, { ifMatch: 3 })).toEqual({ id: '1' });
    expect(fetch).toHaveBeenCalledWith(
      '/b/api/crm/tiers/1',
      expect.objectContaining({
        method: 'PATCH',
        body: '{"name":"Alvéo"}',
        headers: expect.objectContaining({
          Authorization: 'Bearer abc',
          'Accept-Language': 'en',
          'If-Match': '"3"',
        }),
      }),
    );
  });

  it('turns an error response into an ApiProblem with its field errors', async () => {
    const errors = [{ pointer: '/email', code: 'validation.email', detail: 'Adresse invalide' }];
    const body = JSON.stringify({ code: 'validation.failed', detail: 'Vérifiez', errors, traceId: 't1' });
    const refusal = createApi({ language: () => 'fr', fetch: answer(422, body) }).post('/x', {});
    await expect(refusal).rejects.toMatchObject({
      status: 422,
      code: 'validation.failed',
      errors,
      traceId: 't1',
    });
    await expect(refusal).rejects.toBeInstanceOf(ApiProblem);
  });

  it('accepts responses without a body, and error responses that are not JSON', async () => {
    expect(await createApi({ language: () => 'fr', fetch: answer(204, '') }).delete('/x')).toBeUndefined();
    const gateway = createApi({ language: () => 'fr', fetch: answer(502, '<html>') }).get('/x');
    await expect(gateway).rejects.toMatchObject({ status: 502, code: 'http.502' });
  });

  it('reports a network failure as status 0, and calls onUnauthorised after a 401', async () => {
    const down = createApi({
      language: () => 'fr',
      fetch: async () => {
        throw new TypeError('fetch failed');
      },
    });
    await expect(down.get('/x')).rejects.toMatchObject({ status: 0, code: 'network.unreachable' });
    const onUnauthorised = jest.fn();
    await expect(
      createApi({ language: () => 'fr', fetch: answer(401, '{}'), onUnauthorised }).get('/x'),
    ).rejects.toMatchObject({ status: 401 });
    expect(onUnauthorised).toHaveBeenCalledTimes(1);
  });
});

it('covers rights by wildcard', () => {
  expect(covers(['crm.*'], 'crm.tiers.read')).toBe(true);
  expect(covers(['crm.tiers.read'], 'crm.tiers.read')).toBe(true);
  expect(covers(['crm.tiers.*'], 'crm.tiersx.read')).toBe(false);
  expect(covers(['*'], 'anything')).toBe(true);
  expect(covers([], 'crm.tiers.read')).toBe(false);
});

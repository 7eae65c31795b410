import { startHarness, type Harness } from './support/harness';

jest.setTimeout(60_000);

const ID = '0199a0a0-0000-7000-8000-000000000001';
const PATH = '/b/api/failed-deliveries';

describe('failed deliveries of all services', () => {
  let harness: Harness;
  let headers: Record<string, string>;

  beforeAll(async () => {
    harness = await startHarness();
    headers = { authorization: `Bearer ${await harness.staffToken()}`, 'content-type': 'application/json' };
  });
  afterAll(() => harness.stop());
  beforeEach(() => harness.service.reset());

  /** All services of the harness are one fake; its response depends on the number of the request. */
  const answering = (status: number, body: (n: number) => unknown) => {
    let requests = 0;
    harness.service.respond = (_seen, response) => {
      requests += 1;
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(status === 204 ? undefined : JSON.stringify(body(requests)));
    };
  };
  const two = (n: number) => ({
    items: [`0199a0a0-0000-7000-8000-0000000000${n}9`, `0199a0a0-0000-7000-8000-0000000000${n}1`].map(
      (id) => ({
        id,
      }),
    ),
    counts: { RETRYING: 1, DEAD: 2 },
  });

  it('are merged newest first, with a cursor for the next page', async () => {
    answering(200, two);
    const answer = await harness.fetch(`${PATH}?limit=3&state=DEAD`, { headers });
    const body = (await answer.json()) as { items: { id: string; service: string }[]; next: string };
    expect(answer.status).toBe(200);
    expect(body.items.map(({ id }) => id)).toEqual(
      body.items
        .map(({ id }) => id)
        .toSorted()
        .toReversed(),
    );
    expect(body).toMatchObject({ next: body.items[2]!.id, unavailable: [] });
    expect(body.items).toHaveLength(3);
    expect(harness.service.lastRequest.url).toBe('/_failed-deliveries?limit=4&state=DEAD');
    await harness.fetch(`${PATH}?before=${body.next}`, { headers });
    expect(harness.service.lastRequest.url).toBe(`/_failed-deliveries?limit=51&before=${body.next}`);
  });

  it('lists the services that do not respond', async () => {
    answering(500, () => ({}));
    const answer = await harness.fetch(`${PATH}?service=crm`, { headers });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({
      items: [],
      counts: { RETRYING: 0, DEAD: 0 },
      next: null,
      unavailable: ['crm'],
    });
  });

  it('forwards a refusal', async () => {
    answering(403, () => ({ code: 'security.insufficient-privilege' }));
    const answer = await harness.fetch(PATH, { headers });
    expect([answer.status, await answer.json()]).toEqual([403, { code: 'security.insufficient-privilege' }]);
  });

  it.each([
    `${PATH}?state=LOST`,
    `${PATH}?service=__proto__`,
    `${PATH}?service=nobody`,
    `${PATH}?before=%00`,
    `${PATH}?limit=201`,
    `${PATH}?state=DEAD&state=DEAD`,
    `${PATH}?x=1`,
  ])('%s is refused', async (path) => {
    expect((await harness.fetch(path, { headers })).status).toBe(422);
    expect(harness.service.requests).toEqual([]);
  });

  it('returns 401 without a token', async () => {
    expect((await harness.fetch(PATH)).status).toBe(401);
    expect((await harness.fetch(`${PATH}/crm/${ID}/_retry`, { method: 'POST' })).status).toBe(401);
  });

  it.each([
    ['_retry', {}],
    ['_discard', { reason: 'sent by hand' }],
  ])('forwards %s to the service with the token of the caller', async (action, body) => {
    answering(204, () => null);
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    expect((await harness.fetch(`${PATH}/crm/${ID}/${action}`, init)).status).toBe(204);
    expect(harness.service.lastRequest).toMatchObject({
      method: 'POST',
      url: `/_failed-deliveries/${ID}/${action}`,
      headers: { authorization: headers['authorization'] },
      body: JSON.stringify(body),
    });
  });

  it.each([`${PATH}/nobody/${ID}/_retry`, `${PATH}/__proto__/${ID}/_retry`, `${PATH}/crm/x/_retry`])(
    'returns 404 for %s',
    async (path) => {
      expect((await harness.fetch(path, { method: 'POST', headers })).status).toBe(404);
      expect(harness.service.requests).toEqual([]);
    },
  );

  it('retries all of them at once', async () => {
    answering(200, () => ({ count: 2 }));
    const init = { method: 'POST', headers, body: JSON.stringify({ state: 'DEAD' }) };
    const answer = await harness.fetch(`${PATH}/_retry`, init);
    const services = harness.service.requests.length;
    expect([answer.status, await answer.json()]).toEqual([200, { count: 2 * services, unavailable: [] }]);
    expect(harness.service.lastRequest.body).toBe('{"state":"DEAD"}');
  });
});

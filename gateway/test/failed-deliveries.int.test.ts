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

  /** Every service of the harness is the same one: each answers two of its own. */
  const answering = (status: number, body: (n: number) => unknown) => {
    let asked = 0;
    harness.service.answer = (_seen, response) => {
      asked += 1;
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(status === 204 ? undefined : JSON.stringify(body(asked)));
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

  it('are joined, newest first, and read on from the last one', async () => {
    answering(200, two);
    const answer = await harness.ask(`${PATH}?limit=3&state=DEAD`, { headers });
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
    expect(harness.service.last.url).toBe('/_failed-deliveries?limit=4&state=DEAD');
    await harness.ask(`${PATH}?before=${body.next}`, { headers });
    expect(harness.service.last.url).toBe(`/_failed-deliveries?limit=51&before=${body.next}`);
  });

  it('names the services that do not answer', async () => {
    answering(500, () => ({}));
    const answer = await harness.ask(`${PATH}?service=crm`, { headers });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({
      items: [],
      counts: { RETRYING: 0, DEAD: 0 },
      next: null,
      unavailable: ['crm'],
    });
  });

  it('passes on a refusal', async () => {
    answering(403, () => ({ code: 'security.insufficient-privilege' }));
    const answer = await harness.ask(PATH, { headers });
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
    expect((await harness.ask(path, { headers })).status).toBe(422);
    expect(harness.service.seen).toEqual([]);
  });

  it('are closed without a token', async () => {
    expect((await harness.ask(PATH)).status).toBe(401);
    expect((await harness.ask(`${PATH}/crm/${ID}/_retry`, { method: 'POST' })).status).toBe(401);
  });

  it.each([
    ['_retry', {}],
    ['_discard', { reason: 'sent by hand' }],
  ])('%s goes to the service, in the name of who asks', async (action, body) => {
    answering(204, () => null);
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    expect((await harness.ask(`${PATH}/crm/${ID}/${action}`, init)).status).toBe(204);
    expect(harness.service.last).toMatchObject({
      method: 'POST',
      url: `/_failed-deliveries/${ID}/${action}`,
      headers: { authorization: headers['authorization'] },
      body: JSON.stringify(body),
    });
  });

  it.each([`${PATH}/nobody/${ID}/_retry`, `${PATH}/__proto__/${ID}/_retry`, `${PATH}/crm/x/_retry`])(
    '%s is not found',
    async (path) => {
      expect((await harness.ask(path, { method: 'POST', headers })).status).toBe(404);
      expect(harness.service.seen).toEqual([]);
    },
  );

  it('are all sent again at once', async () => {
    answering(200, () => ({ count: 2 }));
    const init = { method: 'POST', headers, body: JSON.stringify({ state: 'DEAD' }) };
    const answer = await harness.ask(`${PATH}/_retry`, init);
    const services = harness.service.seen.length;
    expect([answer.status, await answer.json()]).toEqual([200, { count: 2 * services, unavailable: [] }]);
    expect(harness.service.last.body).toBe('{"state":"DEAD"}');
  });
});

import { startHarness, type Harness } from './support/harness';

jest.setTimeout(60_000);

const ID = '0199a0a0-0000-7000-8000-000000000001';
const PATH = '/b/api/background-jobs';

describe('background jobs of all services', () => {
  let harness: Harness;
  let headers: Record<string, string>;

  beforeAll(async () => {
    harness = await startHarness();
    headers = { authorization: `Bearer ${await harness.staffToken()}`, 'content-type': 'application/json' };
  });
  afterAll(() => harness.stop());
  beforeEach(() => harness.service.reset());

  const answering = (status: number, body: unknown) => {
    harness.service.respond = (_seen, response) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(status === 204 ? undefined : JSON.stringify(body));
    };
  };

  it('are merged, with the counts of all services', async () => {
    answering(200, { items: [{ id: ID }], counts: { WAITING: 1, RUNNING: 0, FAILED: 2 } });
    const answer = await harness.fetch(`${PATH}?state=FAILED&service=crm`, { headers });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({
      items: [{ id: ID, service: 'crm' }],
      counts: { WAITING: 1, RUNNING: 0, FAILED: 2 },
      next: null,
      unavailable: [],
    });
    expect(harness.service.lastRequest.url).toBe('/_background-jobs?limit=51&state=FAILED');
  });

  it('of a state that is not counted are listed too', async () => {
    answering(200, { items: [], counts: { WAITING: 1, RUNNING: 0, FAILED: 0 } });
    const answer = await harness.fetch(`${PATH}?state=CANCELLED&service=crm`, { headers });
    expect(await answer.json()).toMatchObject({ items: [], next: null });
    expect(harness.service.lastRequest.url).toBe('/_background-jobs?limit=51&state=CANCELLED');
  });

  it.each([`${PATH}?state=LOST`, `${PATH}?service=nobody`, `${PATH}?limit=201`, `${PATH}?x=1`])(
    '%s is refused',
    async (path) => {
      expect((await harness.fetch(path, { headers })).status).toBe(422);
      expect(harness.service.requests).toEqual([]);
    },
  );

  it('forwards a retry and an end to the service of the job, and its refusal', async () => {
    answering(204, undefined);
    const post = (path: string, body?: object) =>
      harness.fetch(`${PATH}/${path}`, {
        method: 'POST',
        headers,
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
    expect((await post(`crm/${ID}/_retry`)).status).toBe(204);
    expect(harness.service.lastRequest.url).toBe(`/_background-jobs/${ID}/_retry`);
    expect((await post(`crm/${ID}/_cancel`, { reason: 'Fait à la main' })).status).toBe(204);
    answering(409, { code: 'job.not-failed' });
    expect((await post(`crm/${ID}/_retry`)).status).toBe(409);
    for (const path of [`nobody/${ID}/_retry`, 'crm/x/_retry']) expect((await post(path)).status).toBe(404);
  });

  it('returns 401 without a token', async () => {
    expect((await harness.fetch(PATH)).status).toBe(401);
  });
});

describe('schedules of all services', () => {
  let harness: Harness;
  let headers: Record<string, string>;
  beforeAll(async () => {
    harness = await startHarness();
    headers = { authorization: `Bearer ${await harness.staffToken()}` };
  });
  afterAll(() => harness.stop());
  beforeEach(() => harness.service.reset());

  it('are merged, the next one first, without the services that do not answer', async () => {
    let calls = 0;
    harness.service.respond = (_seen, response) => {
      calls += 1;
      response.writeHead(calls === 1 ? 503 : 200, { 'content-type': 'application/json' });
      const nextAt = `2026-11-25T0${calls}:00:00.000Z`;
      response.end(
        calls < 4 ? JSON.stringify({ items: [{ name: `call-${calls}`, nextAt }] }) : '{"items":[]}',
      );
    };
    const answer = await harness.fetch('/b/api/schedules', { headers });
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    const body = (await answer.json()) as {
      items: { name: string; service: string }[];
      unavailable: string[];
    };
    expect(body.items.map(({ name }) => name)).toEqual(['call-2', 'call-3']);
    expect(body.unavailable).toHaveLength(1);
    expect(body.items.map(({ service }) => service)).not.toContain(body.unavailable[0]);
  });

  it('of one service are asked of it alone, in the language of the reader', async () => {
    harness.service.respond = (_seen, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end('{"items":[]}');
    };
    const answer = await harness.fetch('/b/api/schedules?service=crm', {
      headers: { ...headers, 'accept-language': 'en' },
    });
    expect(await answer.json()).toEqual({ items: [], unavailable: [] });
    expect(harness.service.requests).toHaveLength(1);
    expect(harness.service.lastRequest.url).toBe('/_schedules');
    expect(harness.service.lastRequest.headers['accept-language']).toBe('en');
  });

  it.each(['?service=nobody', '?x=1'])('%s is refused', async (query) => {
    expect((await harness.fetch(`/b/api/schedules${query}`, { headers })).status).toBe(422);
    expect(harness.service.requests).toEqual([]);
  });

  it('sends a refusal on, and returns 401 without a token', async () => {
    harness.service.respond = (_seen, response) => {
      response.writeHead(403, { 'content-type': 'application/problem+json' });
      response.end('{"code":"security.insufficient-privilege"}');
    };
    expect((await harness.fetch('/b/api/schedules', { headers })).status).toBe(403);
    expect((await harness.fetch('/b/api/schedules')).status).toBe(401);
  });
});

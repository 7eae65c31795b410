import { randomUUID } from 'node:crypto';
import {
  sabotaged,
  startTestService,
  withoutTurns,
  type Defect,
  type TestDatabase,
  type TestService,
} from '@coulisse/test-kit';
import { sampleService, sampleWithNotes } from './support/sample-service';

jest.setTimeout(60_000);

interface Problem {
  code: string;
  detail: string;
  errors: { pointer: string; code: string }[];
  traceId: string;
}
interface Note {
  id: string;
  text: string;
  code: string;
}

let database: TestDatabase;
let service: TestService;
const tenant = randomUUID();
const other = randomUUID();
const rights = ['sample.note.*'];
let token: string;

beforeAll(async () => {
  database = await sampleWithNotes();
  service = await startTestService(sampleService().service, { database });
  token = service.issuer.staffToken({ tenantId: tenant, rights });
});
afterAll(async () => {
  await service?.stop();
  await database?.drop();
});

const add = (text: string, headers: Record<string, string> = {}, as = token) =>
  service.request<Note>('POST', '/b/api/notes', { token: as, body: { text }, headers });
const notesOf = async (tenantId: string) =>
  database.asSuperuser<{ text: string }>('SELECT text FROM note WHERE tenant_id = $1', [tenantId]);
const problemOf = async (
  method: string,
  path: string,
  options: Parameters<TestService['request']>[2] = {},
) => {
  const answer = await service.request<Problem>(method, path, options);
  return { ...answer.body, status: answer.status, headers: answer.headers };
};

describe('authorisation', () => {
  it('returns 401 without a token', async () => {
    const problem = await problemOf('GET', '/b/api/notes');
    expect(problem).toMatchObject({ status: 401, code: 'security.not-authenticated' });
    expect(problem.headers.get('content-type')).toContain('application/problem+json');
  });

  it.each<[string, Record<string, unknown>]>([
    ['expired', { exp: Math.floor(Date.now() / 1_000) - 60 }],
    ['for another audience', { aud: 'account' }],
    ['of another issuer', { iss: 'https://evil.example/realms/coulisse' }],
    ['that is not an access token', { typ: 'ID' }],
    ['without a subject', { sub: undefined }],
  ])('refuses a token %s', async (_why, claims) => {
    const bad = service.issuer.staffToken({ tenantId: tenant, rights, claims });
    expect(await problemOf('GET', '/b/api/notes', { token: bad })).toMatchObject({ status: 401 });
  });

  it('refuses a token whose content was changed', async () => {
    const [header, , signature] = token.split('.');
    const payload = Buffer.from(JSON.stringify({ iss: `${service.issuer.url}/realms/coulisse`, sub: 'x' }));
    const forged = `${header}.${payload.toString('base64url')}.${signature}`;
    expect(await problemOf('GET', '/b/api/notes', { token: forged })).toMatchObject({ status: 401 });
  });

  it('refuses a public account on a staff route', async () => {
    const account = service.issuer.publicToken({ tenantId: tenant });
    expect(await problemOf('GET', '/b/api/notes', { token: account })).toMatchObject({ status: 401 });
  });

  it('refuses a user without the right, before parsing the body', async () => {
    const reader = service.issuer.staffToken({ tenantId: tenant, rights: ['sample.note.read'] });
    const problem = await problemOf('POST', '/b/api/notes', { token: reader, body: { nonsense: 1 } });
    expect(problem).toMatchObject({ status: 403, code: 'security.insufficient-privilege' });
  });

  it("refuses a user whose tenant differs from the token's", async () => {
    const odd = service.issuer.staffToken({ tenantId: tenant, rights, claims: { tenant_id: other } });
    expect(await problemOf('GET', '/b/api/notes', { token: odd })).toMatchObject({ status: 403 });
  });

  it('resolves the impersonator of a user, and writes both to the history', async () => {
    service.issuer.staffToken({ tenantId: tenant, subject: 'boss', displayName: 'Bo Boss' });
    const claims = { act: { sub: 'boss', preferred_username: 'bo' } };
    const asSam = service.issuer.staffToken({ tenantId: tenant, rights, displayName: 'Sam', claims });
    const made = await service.request('POST', '/b/api/notes', { token: asSam, body: { text: 'for Sam' } });
    const { id } = made.body as { id: string };
    const rows = await database.asSuperuser(
      `SELECT actor_name, impersonator FROM kit.history WHERE entity_id = '${id}'`,
    );
    expect(rows).toEqual([{ actor_name: 'Sam', impersonator: 'Bo Boss' }]);
    const stranger = { act: { sub: 'stranger' } };
    const refused = service.issuer.staffToken({ tenantId: tenant, rights, claims: stranger });
    expect((await service.request('GET', '/b/api/notes', { token: refused })).status).toBe(403);
  });

  it('calls identity once for concurrent requests', async () => {
    const fresh = service.issuer.staffToken({ tenantId: tenant, rights });
    const before = service.issuer.resolved;
    await Promise.all(
      Array.from({ length: 10 }, () => service.request('GET', '/b/api/notes', { token: fresh })),
    );
    expect(service.issuer.resolved - before).toBe(1);
  });

  it('resolves the account of a visitor, unless it belongs to another tenant', async () => {
    const account = service.issuer.publicToken({ tenantId: tenant, subject: 'visitor' });
    const at = (id: string) => service.request('GET', `/app-api/theatres/${id}/me`, { token: account });
    expect((await at(tenant)).body).toEqual({ kind: 'public', tenantId: tenant, userId: 'visitor' });
    expect((await at(other)).body).toEqual({ kind: 'public', tenantId: other, userId: null });
  });
});

describe('refused requests', () => {
  it('lists each invalid value, in the requested language', async () => {
    const body = { text: '', colour: 'red' };
    const problem = await problemOf('POST', '/b/api/notes?locale=en', { token, body });
    expect(problem).toMatchObject({
      status: 422,
      code: 'validation.failed',
      detail: 'Some values need correcting.',
    });
    expect(problem.errors.map(({ pointer, code }) => [pointer, code]).sort()).toEqual([
      ['/colour', 'validation.extra-fields'],
      ['/text', 'validation.not-blank'],
    ]);
    expect((await problemOf('POST', '/b/api/notes', { token, body })).detail).not.toBe(problem.detail);
  });

  it.each<[string, string, string, unknown, number, string]>([
    ['an unknown path', 'GET', '/b/api/nothing', undefined, 404, 'http.404'],
    ['another method', 'DELETE', '/b/api/notes', undefined, 405, 'request.method-not-allowed'],
    ['an invalid id', 'GET', '/b/api/notes/1', undefined, 404, 'http.404'],
    ['invalid JSON', 'POST', '/b/api/notes', '{"text":', 400, 'request.malformed'],
    ['a body above 1 MB', 'POST', '/b/api/notes', { text: 'x'.repeat(1_100_000) }, 413, 'request.too-large'],
    ['an unknown query', 'GET', '/b/api/notes?debug=1', undefined, 422, 'validation.failed'],
    ['an undecodable path', 'GET', '/b/api/notes/%E0%A4%A', undefined, 400, 'request.malformed'],
  ])('returns a problem for %s', async (_what, method, path, body, status, code) => {
    expect(await problemOf(method, path, { token, body })).toMatchObject({ status, code });
  });

  it('lists the allowed methods in the Allow header', async () => {
    expect((await problemOf('PUT', '/b/api/notes')).headers.get('allow')).toBe('POST, GET, HEAD');
  });

  it('refuses another content type', async () => {
    const headers = { 'content-type': 'text/plain' };
    const problem = await problemOf('POST', '/b/api/notes', { token, body: 'text', headers });
    expect(problem).toMatchObject({ status: 415, code: 'request.unsupported-media' });
  });

  it('does not send the text of a bug, and sends its trace id', async () => {
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    const answer = await service.request<Problem>('GET', '/app-api/fail', { headers: { traceparent } });
    expect(answer).toMatchObject({
      status: 500,
      body: { code: 'internal', traceId: traceparent.split('-')[1] },
    });
    expect(answer.text).not.toMatch(/secret|postgres/);
  });
});

describe('tenants', () => {
  it('can read their own rows only', async () => {
    const theirs = service.issuer.staffToken({ tenantId: other, rights });
    const { body } = await add('canary-of-ours');
    const list = await service.request('GET', '/b/api/notes', { token: theirs });
    expect(list.text).not.toContain('canary');
    expect((await service.request('GET', `/b/api/notes/${body.id}`, { token: theirs })).status).toBe(404);
    expect((await service.request('GET', `/b/api/notes/${body.id}`, { token })).status).toBe(200);
  });
});

describe('idempotency keys', () => {
  it('replay the response to the byte, and take effect once', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const first = await add('once', key);
    const second = await add('once', key);
    expect(first.status).toBe(201);
    expect(second).toMatchObject({ status: 201, text: first.text });
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect((await notesOf(tenant)).filter(({ text }) => text === 'once')).toHaveLength(1);
  });

  it('refuse another request with the same key', async () => {
    const key = { 'idempotency-key': randomUUID() };
    await add('mine', key);
    expect(await add('changed', key)).toMatchObject({ status: 422, body: { code: 'idempotency.mismatch' } });
    const colleague = service.issuer.staffToken({ tenantId: tenant, rights });
    // The same key of another caller is a different key.
    expect(await add('mine', key, colleague)).toMatchObject({ status: 201 });
  });

  it('process one of several concurrent requests', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const answers = await Promise.all(Array.from({ length: 10 }, () => add('race', key)));
    const statuses = new Set(answers.map(({ status }) => status));
    expect([...statuses].every((status) => status === 201 || status === 409)).toBe(true);
    expect((await notesOf(tenant)).filter(({ text }) => text === 'race')).toHaveLength(1);
  });

  it('(sabotaged) without turns and a key in the table, process each of two concurrent requests', async () => {
    const storedAgain: Defect = (text) =>
      text.replace(/^INSERT INTO kit\.idempotency_key .*$/s, '$& ON CONFLICT DO NOTHING');
    const key = { 'idempotency-key': randomUUID() };
    const answers = await sabotaged(
      { defects: [withoutTurns, storedAgain], meet: 2, after: /FROM kit\.idempotency_key/ },
      () => Promise.all([add('twin', key), add('twin', key)]),
    );
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect((await notesOf(tenant)).filter(({ text }) => text === 'twin')).toHaveLength(2);
  });

  it('do not store a refusal', async () => {
    const key = { 'idempotency-key': randomUUID() };
    expect((await service.request('POST', '/b/api/notes', { token, body: {}, headers: key })).status).toBe(
      422,
    );
    expect((await add('corrected', key)).status).toBe(201);
  });
});

describe('series', () => {
  it('have no gap when numbers are taken concurrently', async () => {
    const clerk = service.issuer.staffToken({ tenantId: randomUUID(), rights });
    const answers = await Promise.all(Array.from({ length: 25 }, (_, n) => add(`n${n}`, {}, clerk)));
    const codes = answers.map(({ body }) => body.code).sort();
    expect(codes).toEqual(Array.from({ length: 25 }, (_, n) => `N-2026-${String(n + 1).padStart(6, '0')}`));
  });
});

describe('other routes', () => {
  it('pass the raw body to a handler that verifies a signature', async () => {
    const answer = await service.request('POST', '/app-api/payments/raw?M=1&K=%2B', {
      body: 'a=1&b=%20',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(answer.body).toEqual({ raw: 'a=1&b=%20', url: '/app-api/payments/raw?M=1&K=%2B' });
  });

  it('stream events', async () => {
    const abort = new AbortController();
    const response = await fetch(`${service.url}/app-api/events`, { signal: abort.signal });
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    const { value } = (await response.body!.getReader().read()) as { value: Uint8Array };
    expect(Buffer.from(value).toString()).toContain('retry: 3000');
    abort.abort();
  });

  it('are described in the OpenAPI document', async () => {
    const { body } = await service.request<{ openapi: string; paths: Record<string, object> }>(
      'GET',
      '/openapi.json',
    );
    expect(body.openapi).toBe('3.1.0');
    expect(body.paths['/b/api/notes/{id}']).toMatchObject({ get: { 'x-right': 'sample.note.read' } });
    expect(body.paths['/b/api/notes']).toMatchObject({
      post: {
        requestBody: {
          content: { 'application/json': { schema: { required: ['text'], additionalProperties: false } } },
        },
      },
    });
  });

  it('return liveness and readiness', async () => {
    expect((await service.request('GET', '/health/live')).body).toEqual({ live: true });
    expect((await service.request('GET', '/health/ready')).body).toEqual({
      status: 'ready',
      parts: { database: 'up', grpc: 'up', bus: 'up', consumers: 'up', clock: 'up', grants: 'up' },
      reasons: {},
    });
  });
});

describe('invalid characters and paths', () => {
  let database: TestDatabase;
  let server: TestService;
  beforeAll(async () => {
    database = await sampleWithNotes();
    server = await startTestService(sampleService().service, { database, waitReady: false });
  });
  afterAll(async () => {
    await server?.stop();
    await database?.drop();
  });
  const token = () =>
    server.issuer.staffToken({ tenantId: '0f5be9f3-3c9e-4f0b-8c3c-8b1d5a1d2c3e', rights: ['sample.*'] });

  it.each([
    ['NUL', '{"text":"a\\u0000b"}', '/text'],
    ['an escape', '{"text":"\\u001b[2J"}', '/text'],
    ['a lone surrogate', '{"text":"\\ud800"}', '/text'],
    ['NUL in a key', '{"text":"x","a\\u0000":1}', ''],
    ['nested NUL', '{"text":{"a":[{"b":"\\u0000"}]}}', '/text/a/0/b'],
  ])('%s is refused with a pointer to it', async (_name, body, pointer) => {
    const { status, body: problem } = await server.request('POST', '/b/api/notes', { token: token(), body });
    expect(status).toBe(422);
    expect(problem).toMatchObject({ errors: [{ pointer, code: 'validation.format' }] });
  });

  it.each([
    ['/b/api/notes/%00', 404],
    ['/b/api/notes/a%00b', 404],
    ['/b/api/notes?q=%00', 422],
    ['/app-api/theatres/%01/me', 404],
  ])('GET %s: %i', async (path, status) =>
    expect((await server.request('GET', path, { token: token() })).status).toBe(status),
  );

  it.each(['/B/API/notes', '/b/API/notes', '/b/api/Notes', '/b/api/notes/'])(
    '%s returns 404: paths are compared exactly',
    async (path) => expect((await server.request('GET', path, { token: token() })).status).toBe(404),
  );

  it('the same idempotency key of two users gives two responses', async () => {
    const headers = { 'idempotency-key': 'the same' };
    const add = (callerToken: string) =>
      server.request<{ id: string }>('POST', '/b/api/notes', {
        token: callerToken,
        body: { text: 'x' },
        headers,
      });
    const [ada, bob] = [token(), token()];
    const [first, second, again] = [await add(ada), await add(bob), await add(ada)];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body.id).not.toBe(first.body.id);
    expect(again.text).toBe(first.text);
  });

  it.each(['gzip', 'deflate', 'br'])('returns 400 for a body that is not valid %s', async (encoding) => {
    const headers = { 'content-encoding': encoding };
    const json = await server.request('POST', '/b/api/notes', {
      token: token(),
      body: 'not packed',
      headers,
    });
    expect([json.status, (json.body as { code: string }).code]).toEqual([400, 'request.malformed']);
    // A raw body is not decompressed at all, or refused if it cannot be.
    const raw = await server.request('POST', '/app-api/payments/raw', { body: 'not packed', headers });
    expect(raw.status).toBeLessThan(500);
  });

  it.each(['zstd', 'ZSTD', 'compress', 'gzip, gzip', 'x'.repeat(300)])(
    'returns 415 for a body whose coding is not accepted',
    async (encoding) => {
      const headers = { 'content-encoding': encoding };
      const answer = await server.request('POST', '/b/api/notes', { token: token(), body: '{}', headers });
      expect([answer.status, (answer.body as { code: string }).code]).toEqual([
        415,
        'request.unsupported-media',
      ]);
    },
  );
});

describe('without a broker', () => {
  it('serves requests, and readiness is degraded', async () => {
    const database = await sampleWithNotes();
    const alone = await startTestService(sampleService().service, {
      database,
      kafka: '127.0.0.1:1',
      waitReady: false,
      env: { STOP_TIMEOUT_MS: '500' },
    });
    try {
      const { status, body } = await alone.request('GET', '/health/ready');
      expect(status).toBe(200);
      expect(body).toMatchObject({
        status: 'degraded',
        parts: { database: 'up', grpc: 'up', consumers: 'degraded' },
      });
      const tenant = '0f5be9f3-3c9e-4f0b-8c3c-8b1d5a1d2c3e';
      expect((await alone.request('GET', `/app-api/theatres/${tenant}/me`)).status).toBe(200);
    } finally {
      await alone.stop();
      await database.drop();
    }
  });
});

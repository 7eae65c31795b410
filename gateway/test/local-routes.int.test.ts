import { runInNewContext } from 'node:vm';
import { serviceNames } from '@coulisse/contracts/topology';
import { eventually } from '@coulisse/test-kit/eventually';
import { startHarness, type Harness } from './support/harness';

const descriptors: Record<string, object> = { '/_resources': { resources: [{ name: 'crm.tiers' }] } };

/** Databases are created and many calls are made on a machine that may be busy. */
jest.setTimeout(60_000);

describe('routes of the gateway itself', () => {
  let harness: Harness;
  let staff: Record<string, string>;

  beforeAll(async () => {
    harness = await startHarness(
      {},
      {
        'shell/dist/index.html': '<head><title>shell</title>',
        'shell/dist/static/index.0a1b2c3d.js': 'shell()',
        'shell/dist/mf-manifest.json': '{}',
        'public-front/dist/index.html': '<head><title>public</title>',
        'crm/dist/mf-manifest.json': '{}',
        'crm/dist/outline.json': '{"name":"crm","menu":[]}',
        'crm/dist/remoteEntry.js': 'remote()',
        'admin/dist/mf-manifest.json': '{}',
      },
    );
    staff = { authorization: `Bearer ${await harness.staffToken()}` };
  });
  afterAll(() => harness.stop());
  beforeEach(() => harness.service.reset());

  describe('fronts', () => {
    it('redirects / to the public front', async () => {
      const response = await harness.fetch('/');
      expect([response.status, response.headers.get('location')]).toEqual([302, '/app']);
    });

    it.each([
      ['/b', 'shell'],
      ['/b/crm/tiers/123/informations', 'shell'],
      ['/app', 'public'],
      ['/app/reservations/1/return?outcome=accepted', 'public'],
    ])('%s is the page of %s, never cached', async (path, title) => {
      const response = await harness.fetch(path);
      expect(response.status).toBe(200);
      const text = await response.text();
      expect(text).toContain(`<title>${title}</title>`);
      expect(response.headers.get('cache-control')).toBe('private, no-cache');
      const nonce = /<meta name="csp-nonce" content="([^"]{20,})">/.exec(text)?.[1];
      expect(response.headers.get('content-security-policy')).toContain(`style-src 'self' 'nonce-${nonce}'`);
      const again = await (await harness.fetch(path)).text();
      expect(again).not.toContain(nonce);
      expect(response.headers.get('content-security-policy')).toContain(
        "form-action 'self' http://keycloak.test https://bank.test",
      );
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    });

    it.each([
      ['/b/static/index.0a1b2c3d.js', 'public, max-age=31536000, immutable'],
      ['/mf/shell/static/index.0a1b2c3d.js', 'public, max-age=31536000, immutable'],
      ['/mf/crm/mf-manifest.json', 'no-cache'],
      ['/mf/crm/remoteEntry.js', 'no-cache'],
    ])('%s: %s', async (path, caching) => {
      const response = await harness.fetch(path);
      expect([response.status, response.headers.get('cache-control')]).toEqual([200, caching]);
    });

    it.each([
      ['/b/static/gone.0a1b2c3d.js', 404],
      ['/mf/nobody/x.js', 404],
      ['/mf/crm/', 404],
      ['/mf/..%5Cx', 400],
      ['/nothing', 404],
    ])('%s: %s', async (path, status) => expect((await harness.fetch(path)).status).toBe(status));

    it('lists the built remotes, and the login settings of the shell', async () => {
      expect(await (await harness.fetch('/federation.json')).json()).toEqual([
        { name: 'admin', entry: '/mf/admin/mf-manifest.json', outline: null },
        { name: 'crm', entry: '/mf/crm/mf-manifest.json', outline: { name: 'crm', menu: [] } },
      ]);
      expect(await (await harness.fetch('/b/config.json')).json()).toEqual({
        keycloakUrl: 'http://keycloak.test',
        realm: 'coulisse',
        clientId: 'coulisse-staff',
      });
    });
  });

  describe('translations', () => {
    it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'])(
      'returns 404 for the object property %s',
      async (name) => {
        for (const kind of ['json', 'js'])
          expect((await harness.fetch(`/translations/${name}.${kind}`)).status).toBe(404);
      },
    );

    it.each([
      ['/translations/errors.json?locale=fr', 'Le congé ne comporte aucune ligne.'],
      ['/translations/errors.json?locale=en', 'The holiday has no line.'],
      ['/translations/messages.json?locale=en-GB', 'The holiday has no line.'],
      ['/translations/errors.json?locale=de', 'Le congé ne comporte aucune ligne.'],
      ['/translations/errors.json', 'Le congé ne comporte aucune ligne.'],
      ['/translations', 'Le congé ne comporte aucune ligne.'],
    ])('%s', async (path, text) => {
      const texts = (await (await harness.fetch(path)).json()) as Record<string, string>;
      expect(texts['holiday.no-line']).toBe(text);
    });

    it('are also served as a script (R-007)', async () => {
      const response = await harness.fetch('/translations/errors.js?locale=en');
      expect(response.headers.get('content-type')).toMatch('text/javascript');
      const place: { translations?: Record<string, Record<string, Record<string, string>>> } = {};
      runInNewContext(await response.text(), place);
      expect(place.translations?.['en']?.['errors']?.['holiday.no-line']).toBe('The holiday has no line.');
    });

    it.each(['/translations/nothing.json', '/translations/errors.xml'])(
      'returns 404 for %s',
      async (path) => {
        expect((await harness.fetch(path)).status).toBe(404);
      },
    );
  });

  describe('joined documents', () => {
    it('requests the descriptors of every service with the caller’s token and returns 304 when nothing changed', async () => {
      harness.service.respond = (seen, response) => {
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify(descriptors[seen.url]));
      };
      const first = await harness.fetch('/b/api/_resources', { headers: staff });
      const { resources } = (await first.json()) as { resources: unknown[] };
      expect(resources).toHaveLength(serviceNames.length);
      expect(
        harness.service.requests.every((seen) => seen.headers['authorization'] === staff['authorization']),
      ).toBe(true);
      const etag = first.headers.get('etag') ?? '';
      const again = await harness.fetch('/b/api/_resources', {
        headers: { ...staff, 'if-none-match': etag },
      });
      expect(again.status).toBe(304);
    });

    it('leaves out services that are down and lists them in a header', async () => {
      harness.service.respond = (_seen, response) => response.writeHead(500).end();
      const response = await harness.fetch('/b/api/_resources', { headers: staff });
      expect(await response.json()).toEqual({ resources: [] });
      expect(response.headers.get('x-unavailable-services')).toContain('identity, crm');
    });

    it('returns 401 for the staff’s documents without a token', async () => {
      expect((await harness.fetch('/b/api/_resources')).status).toBe(401);
      expect((await harness.fetch('/b/api/openapi.json')).status).toBe(401);
    });

    it('serves the API documentation publicly from a cache', async () => {
      let requests = 0;
      harness.service.respond = (_seen, response) => {
        requests += 1;
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ paths: { '/b/api/y': { get: {} } } }));
      };
      const read = () => harness.fetch('/b/api/docs/back-office.json');
      const first = await read();
      expect([first.status, first.headers.get('cache-control')]).toEqual([200, 'public, max-age=60']);
      expect(Object.keys(((await first.json()) as { paths: object }).paths)).toContain('/b/api/y');
      const once = requests;
      await read();
      expect(requests).toBe(once);
      expect((await harness.fetch('/b/api/docs/other.json')).status).toBe(404);
      expect((await harness.fetch('/b/api/docsx')).status).toBe(401);
    });

    it('merges the documents of services with its own routes', async () => {
      harness.service.respond = (_seen, response) => {
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ paths: { '/app-api/x': { get: {} }, '/b/api/y': { get: {} } } }));
      };
      const front = (await (await harness.fetch('/app-api/openapi.json')).json()) as {
        paths: object;
        openapi: string;
      };
      expect(front.openapi).toBe('3.1.0');
      expect(Object.keys(front.paths)).toEqual(
        expect.arrayContaining(['/app-api/x', '/app-api/session/login', '/translations/{domain}.{_format}']),
      );
      expect(Object.keys(front.paths)).not.toContain('/b/api/y');
      const back = (await (await harness.fetch('/b/api/openapi.json', { headers: staff })).json()) as {
        paths: object;
      };
      expect(Object.keys(back.paths)).toEqual([
        '/b/api/_resources',
        '/b/api/background-jobs',
        '/b/api/background-jobs/{service}/{id}/_cancel',
        '/b/api/background-jobs/{service}/{id}/_retry',
        '/b/api/core/positions/to-order',
        '/b/api/failed-deliveries',
        '/b/api/failed-deliveries/_retry',
        '/b/api/failed-deliveries/{service}/{id}/_discard',
        '/b/api/failed-deliveries/{service}/{id}/_retry',
        '/b/api/schedules',
        '/b/api/y',
      ]);
    });
  });

  describe('ordering records of any resource', () => {
    const id = '0199a0a0-0000-7000-8000-000000000001';
    const send = (body: object) =>
      harness.fetch('/b/api/core/positions/to-order', {
        method: 'POST',
        headers: { ...staff, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const crmDescriptors = { resources: [{ name: 'crm.channel', path: '/b/api/crm/channels' }] };

    it('calls the service that owns them with the token of the caller', async () => {
      harness.service.respond = (seen, response) => {
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify(seen.url === '/_resources' ? crmDescriptors : { id, position: 1 }));
      };
      const answer = await send({ resource: 'crm.channel', id, before: null });
      expect([answer.status, await answer.json()]).toEqual([200, { id, position: 1 }]);
      expect(harness.service.requests.at(-1)).toMatchObject({
        method: 'POST',
        url: '/b/api/crm/channels/_order',
        headers: { authorization: staff['authorization'] },
        body: JSON.stringify({ id, before: null }),
      });
    });

    it.each([
      ['of an unknown service', { resource: 'nobody.thing', id, before: null }, '/resource'],
      ['that the caller may not see', { resource: 'crm.secret', id, before: null }, '/resource'],
      ['without an id', { resource: 'crm.channel', before: null }, '/id'],
    ])('is refused for records %s', async (_which, body, pointer) => {
      harness.service.respond = (_seen, response) => {
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify(crmDescriptors));
      };
      const answer = await send(body);
      const { errors } = (await answer.json()) as { errors: object[] };
      expect([answer.status, errors[0]]).toEqual([422, expect.objectContaining({ pointer })]);
    });

    it.each(['constructor.x', 'tostring.x', 'hasownproperty.x', 'valueof.y'])(
      'returns 422 for %s',
      async (resource) => {
        const answer = await send({ resource, id, before: null });
        expect(answer.status).toBe(422);
        expect(await answer.json()).toMatchObject({
          errors: [{ pointer: '/resource', code: 'validation.choice' }],
        });
      },
    );

    it.each([
      ['broken gzip', 'gzip', 'no gzip'],
      ['broken deflate', 'deflate', 'no deflate'],
      ['broken brotli', 'br', 'no brotli'],
    ])('returns 400 for %s', async (_name, encoding, body) => {
      const answer = await harness.fetch('/b/api/core/positions/to-order', {
        method: 'POST',
        headers: { ...staff, 'content-type': 'application/json', 'content-encoding': encoding },
        body,
      });
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ code: 'request.malformed' });
    });

    it('returns 415 for a body of zstd, which is not accepted', async () => {
      const answer = await harness.fetch('/b/api/core/positions/to-order', {
        method: 'POST',
        headers: { ...staff, 'content-type': 'application/json', 'content-encoding': 'zstd' },
        body: 'no zstd',
      });
      expect(answer.status).toBe(415);
      expect(await answer.json()).toMatchObject({ code: 'request.unsupported-media' });
    });

    it('returns 401 without a token', async () => {
      const answer = await harness.fetch('/b/api/core/positions/to-order', { method: 'POST' });
      expect(answer.status).toBe(401);
    });
  });

  describe('strict paths', () => {
    it.each([
      ['POST', '/B/API/core/positions/to-order'],
      ['POST', '/b/API/core/positions/to-order'],
      ['POST', '/b/api/core/positions/to-order/'],
      ['GET', '/B/api/_resources'],
      ['GET', '/B/API/crm/tiers'],
      ['GET', '/APP-API/session'],
      ['GET', '/app-api/session/'],
      ['GET', '/Health/ready'],
    ])('%s %s is another path: no service is called', async (method, path) => {
      harness.service.reset();
      const answer = await harness.fetch(path, {
        method,
        headers: path.startsWith('/b/api') ? staff : {},
        ...(method === 'POST' && { body: '{}' }),
      });
      // The fronts below these paths answer GET only.
      expect(answer.status).toBe(method === 'POST' ? 405 : 404);
      expect(harness.service.requests).toEqual([]);
    });
  });

  describe('health', () => {
    it('is live, and ready with its dependencies', async () => {
      expect((await harness.fetch('/health/live')).status).toBe(200);
      const ready = await harness.fetch('/health/ready');
      expect(ready.status).toBe(200);
      await eventually(async () =>
        expect(await (await harness.fetch('/health/ready')).json()).toMatchObject({
          status: 'ready',
          parts: { crm: 'up', database: 'up', keycloak: 'up' },
        }),
      );
    });

    it('stays ready and lists the services that are down', async () => {
      harness.service.respond = (seen, response) =>
        response.writeHead(seen.url.includes('openid') ? 200 : 503).end();
      await eventually(async () => {
        const degraded = await harness.fetch('/health/ready');
        expect(degraded.status).toBe(200);
        expect(await degraded.json()).toMatchObject({
          status: 'degraded',
          parts: { identity: 'down', database: 'up', keycloak: 'up' },
        });
      });
    });

    it('reports that a service is degraded', async () => {
      harness.service.respond = (_seen, response) =>
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"degraded"}');
      await eventually(async () => {
        const body = await (await harness.fetch('/health/ready')).json();
        expect(body).toMatchObject({ status: 'degraded', parts: { crm: 'degraded', database: 'up' } });
      });
    });
  });

  it.each([
    ['GET', '/app-api/nothing', 404, 'http.404'],
    ['PUT', '/app-api/session', 405, 'request.method-not-allowed'],
    ['POST', '/app', 405, 'request.method-not-allowed'],
  ])('%s %s: %i %s', async (method, path, status, code) => {
    const response = await harness.fetch(path, { method });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ code, instance: path });
  });
});

import { connect } from 'node:net';
import { request as httpRequest } from 'node:http';
import { OWN_HOSTS_PATH } from '@coulisse/contracts/own-host';
import { eventually } from '@coulisse/test-kit';
import { startHarness, type Harness } from './support/harness';

jest.setTimeout(60_000);

const THEATRE = '0190b5a2-0000-7000-8000-000000000001';
const HOST = 'billets.theatre.example';
const OTHER = '0190b5a2-0000-7000-8000-000000000002';
const own = { host: HOST, theatre: THEATRE, slug: 'lumiere', isCurrent: true, movedTo: null };
const passed = { ...own, host: 'tickets.theatre.example' };

/** Pages that show which theatre their data are of. */
const PAGES = `exports.openPages = () => ({
  placeOf: (path) => path,
  isRendered: (path) => path.startsWith('/app/theatres/'),
  load: (path, call) => call('/app-api/configuration/saas-customers/' + path.split('/').pop()),
  isUnderMaintenance: () => false,
  empty: () => ({ html: 'empty', styles: [], scripts: [] }),
  render: (path, language, data) => Promise.resolve({ html: 'page of ' + data.theatre, styles: [], scripts: [] }),
});`;

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

describe('host names of theatres', () => {
  let harness: Harness;
  let items: object[];

  beforeAll(async () => {
    items = [own, passed];
    harness = await startHarness(
      { OWN_HOSTS_EVERY_MS: '50' },
      { 'public-front/dist/.server/page.cjs': PAGES, 'public-front/dist/index.html': '' },
    );
    harness.service.respond = (seen, response) => {
      response.setHeader('content-type', 'application/json');
      if (seen.url === OWN_HOSTS_PATH) {
        response.end(JSON.stringify({ items }));
        return;
      }
      const theatre = seen.headers['x-front-theatre'];
      // As the services do: what is not of the theatre of the host is not there.
      const isOfOther = seen.url.endsWith('/lumiere') && theatre !== undefined && theatre !== THEATRE;
      response.statusCode = isOfOther ? 404 : 200;
      response.end(JSON.stringify({ theatre: theatre ?? null }));
    };
    await untilKnown();
  });
  afterAll(() => harness.stop());

  /** `fetch` sends no `Host` of its own. */
  const open = (
    host: string,
    path: string,
    headers: Record<string, string> = {},
    method = 'GET',
    body?: string,
  ) =>
    new Promise<Answer>((resolve, reject) => {
      const call = httpRequest(
        `${harness.url}${path}`,
        { method, headers: { ...headers, host } },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              body: Buffer.concat(chunks).toString(),
            }),
          );
        },
      );
      call.on('error', reject).end(body);
    });
  async function untilKnown(): Promise<void> {
    for (let attempt = 0; attempt < 100; attempt++) {
      if ((await open(HOST, '/')).status === 302) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error('the list of hosts was not read');
  }
  const theatreOf = async (host: string, headers: Record<string, string> = {}) =>
    (
      JSON.parse((await open(host, '/app-api/configuration/spectacles/x', headers)).body) as {
        theatre: string | null;
      }
    ).theatre;

  it('says the theatre of the host with each call, however the host is written', async () => {
    for (const host of [HOST, HOST.toUpperCase(), `${HOST}:443`, `${HOST}.`])
      expect(await theatreOf(host)).toBe(THEATRE);
    for (const host of ['billets.test', 'evil.example', `x.${HOST}`, '127.0.0.1'])
      expect(await theatreOf(host)).toBeNull();
  });

  it('believes no client that names a theatre or another host', async () => {
    const lies = { 'x-front-theatre': THEATRE, 'x-forwarded-host': HOST, forwarded: `host=${HOST}` };
    expect(await theatreOf('billets.test', lies)).toBeNull();
    expect(await theatreOf(HOST, { 'x-front-theatre': 'another', 'x-forwarded-host': 'evil.example' })).toBe(
      THEATRE,
    );
    await open(HOST, '/app-api/configuration/spectacles/y');
    const seen = harness.service.requests.filter(({ url }) => url.endsWith('/y')).at(-1);
    expect(seen?.headers['x-forwarded-host']).toBe(HOST);
  });

  it('leads from the root to the theatre, and from the portal to the installation', async () => {
    const root = await open(HOST, '/?lang=en');
    expect([root.status, root.headers['location']]).toEqual([302, '/app/theatres/lumiere?lang=en']);
    expect((await open(HOST, '/b/crm')).headers['location']).toBe('http://billets.test/b/crm');
    expect((await open('billets.test', '/')).headers['location']).toBe('/app');
  });

  it('names its own address to search engines', async () => {
    expect((await open(HOST, '/robots.txt')).body).toContain(`http://${HOST}/app/sitemap.xml`);
    expect((await open('evil.example', '/robots.txt')).body).toContain('http://billets.test/app/sitemap.xml');
  });

  it('accepts changes of its own pages, and of no others', async () => {
    const change = (origin: string) =>
      open(HOST, '/app-api/session/logout', { origin, 'content-type': 'application/json' }, 'POST');
    expect((await change(`http://${HOST}`)).status).toBe(204);
    expect((await change('http://evil.example')).status).toBe(403);
    expect((await change('http://billets.test')).status).toBe(403);
  });

  it('opens accounts of its theatre alone', async () => {
    const logIn = (tenantId: string) =>
      open(
        HOST,
        '/app-api/session/login',
        { origin: `http://${HOST}`, 'content-type': 'application/json' },
        'POST',
        JSON.stringify({ tenantId, email: 'lea@buyer.example', password: 'Rideau-2026!' }),
      );
    const refused = await logIn('0190b5a2-0000-7000-8000-000000000002');
    expect([refused.status, (JSON.parse(refused.body) as { code: string }).code]).toEqual([
      401,
      'front.bad-credentials',
    ]);
  });

  const post = (host: string, path: string, body: object) =>
    open(
      host,
      `/app-api/session/${path}`,
      { origin: `http://${host}`, 'content-type': 'application/json' },
      'POST',
      JSON.stringify(body),
    );

  it('logs in by mailed links of its theatre alone, and uses none up of another one', async () => {
    const linkOf = async (host: string, tenantId: string) => {
      await post(host, 'login-link', { tenantId, email: 'lea@buyer.example', firstName: 'L', lastName: 'R' });
      return String(harness.realm.links.length - 1);
    };
    const foreign = await linkOf('billets.test', OTHER);
    expect((await post(HOST, 'login-by-link', { token: foreign })).status).toBe(404);
    expect((await post('billets.test', 'login-by-link', { token: foreign })).status).toBe(200);
    expect((await post(HOST, 'login-by-link', { token: await linkOf(HOST, THEATRE) })).status).toBe(200);
  });

  it('opens mailed links of its theatre alone, and mails none of another one', async () => {
    const request = async (host: string, tenantId: string) =>
      (await post(host, 'password-reset', { tenantId, email: 'lea@buyer.example' })).status;
    expect(await request('billets.test', OTHER)).toBe(202);
    const foreign = String(harness.realm.links.length - 1);
    expect(await request(HOST, THEATRE)).toBe(202);
    const ownLink = String(harness.realm.links.length - 1);
    expect(await request(HOST, OTHER)).toBe(404);
    expect(harness.realm.links).toHaveLength(Number(ownLink) + 1);

    for (const path of ['link', 'password', 'erase']) {
      const password = path === 'password' ? { password: 'Rideau-2026!' } : {};
      const refused = await post(HOST, path, { token: foreign, ...password });
      expect([refused.status, (JSON.parse(refused.body) as { code: string }).code]).toEqual([
        404,
        'security.invalid-or-expired-login-link',
      ]);
      expect(refused.body).not.toContain('lea@buyer.example');
    }
    expect((await post(HOST, 'link', { token: ownLink })).status).toBe(200);
    // The installation shows every theatre.
    expect((await post('billets.test', 'link', { token: foreign })).status).toBe(200);
  });

  it('shows no page of its former theatre once another one has it', async () => {
    const page = async (path: string) => {
      const { status, body } = await open(passed.host, path);
      return [status, body];
    };
    expect(await page('/app/theatres/lumiere')).toEqual([200, `page of ${THEATRE}`]);
    items = [own, { ...passed, theatre: OTHER, slug: 'comedie' }];
    await eventually(async () =>
      expect((await open(passed.host, '/')).headers['location']).toBe('/app/theatres/comedie'),
    );
    expect(await page('/app/theatres/lumiere')).toEqual([404, 'empty']);
    expect(await page('/app/theatres/comedie')).toEqual([200, `page of ${OTHER}`]);
    expect(await theatreOf(passed.host)).toBe(OTHER);
    // At the address of its theatre it is what it was.
    expect((await open(HOST, '/app/theatres/lumiere')).body).toBe(`page of ${THEATRE}`);
  });

  it.each([HOST, 'billets.test'])('tells nobody at %s who has which host', async (host) => {
    expect((await open(host, OWN_HOSTS_PATH)).status).toBe(404);
  });

  it.each([
    'a b',
    'billets.theatre.example@evil',
    '\u0080\u00ff',
    '../..',
    `${'a'.repeat(4_000)}.fr`,
    "'; DROP",
    '%00',
  ])('survives the host %.20j', async (host) => {
    const { port } = new URL(harness.url);
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(
      Buffer.from(`GET /robots.txt HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`, 'latin1'),
    );
    const chunks: Buffer[] = [];
    for await (const chunk of socket) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString('latin1');
    expect(text).toMatch(/^HTTP\/1\.1 (200|400) /);
    expect(text).not.toContain('evil');
  });
});

describe('before the first list of hosts', () => {
  it('requests for hosts that may be a theatre’s are refused, and counted by the limits', async () => {
    const harness = await startHarness({
      OWN_HOSTS_EVERY_MS: '60000',
      LIMITS: JSON.stringify({ classes: { files: { network: { points: 3, seconds: 60 } } } }),
    });
    harness.service.respond = (_seen, response) => response.writeHead(503).end();
    const ask = () =>
      new Promise<number>((resolve, reject) =>
        httpRequest(`${harness.url}/app/theatres/lumiere`, { headers: { host: HOST } }, (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        })
          .on('error', reject)
          .end(),
      );
    const statuses: number[] = [];
    for (let call = 0; call < 5; call++) statuses.push(await ask());
    await harness.stop();
    expect(statuses).toEqual([503, 503, 503, 429, 429]);
  });
});

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hmacKey } from './paybox-signature.domain';
import { PayboxProvider } from './paybox.provider';

const BUYERS = 50;

describe.each(['late', 'error'] as const)('a payment page that is %s', (fault) => {
  let server: Server;
  let checks = 0;
  const { fetch } = globalThis;
  let answers: 'OK' | typeof fault = fault;
  let now = 1_800_000_000_000;

  beforeAll(async () => {
    server = createServer((_request, response) => {
      if (answers === 'late') return;
      response.writeHead(answers === 'OK' ? 200 : 500).end(answers);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  beforeEach(() => {
    checks = 0;
    answers = fault;
    jest.spyOn(Date, 'now').mockImplementation(() => now);
    // Counted as they are sent: the server may see one after it was given up.
    jest.spyOn(globalThis, 'fetch').mockImplementation((...call) => {
      checks += 1;
      return fetch(...call);
    });
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const provider = (): PayboxProvider =>
    new PayboxProvider({
      account: { site: '1999888', rang: '32', identifiant: '2', key: hmacKey('0'.repeat(128)) },
      hosts: [`http://127.0.0.1:${(server.address() as AddressInfo).port}`],
      inquiryUrls: [],
      notificationUrl: 'http://127.0.0.1/notification',
    });
  const page = (of: PayboxProvider): Promise<string> =>
    of.page().catch((error: { code?: string }) => error.code ?? 'no code');
  const buyers = (pick: () => PayboxProvider) =>
    Promise.all(Array.from({ length: BUYERS }, () => page(pick())));

  test('is checked once for all buyers who come meanwhile, and not again for those who come shortly after', async () => {
    const shared = provider();
    expect(new Set(await buyers(() => shared))).toEqual(new Set(['service.unavailable']));
    now += 1_999;
    expect(new Set(await buyers(() => shared))).toEqual(new Set(['service.unavailable']));
    expect(checks).toBe(1);
    now += 1;
    expect(await page(shared)).toBe('service.unavailable');
    expect(checks).toBe(2);
  });

  test('is checked by each of them when they share no check: the test above can fail', async () => {
    await buyers(provider);
    expect(checks).toBe(BUYERS);
  });

  test('is offered again as soon as a check finds it, and trusted for ten seconds', async () => {
    const shared = provider();
    await page(shared);
    answers = 'OK';
    now += 2_000;
    expect(await page(shared)).toMatch(/^http:.*\.cgi$/);
    answers = fault;
    now += 9_999;
    expect(await page(shared)).toMatch(/^http:.*\.cgi$/);
    expect(checks).toBe(2);
    now += 1;
    expect(await page(shared)).toBe('service.unavailable');
  });
});

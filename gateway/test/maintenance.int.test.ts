import { startHarness, type Harness } from './support/harness';

jest.setTimeout(60_000);

const KEY = 'a key of the installation';
const SHOWS = '/app-api/configuration/spectacles/by-saas-customer/lumiere';

describe('maintenance of the whole installation', () => {
  let harness: Harness;

  beforeAll(async () => {
    harness = await startHarness(
      { MAINTENANCE: 'true', MAINTENANCE_KEY: KEY },
      { 'public-front/dist/index.html': '<html><head></head><body>front</body></html>' },
    );
  });
  afterAll(() => harness.stop());

  it('answers pages with 503, when to come back, and both languages, the one of the browser first', async () => {
    const response = await harness.fetch('/app/theatres/lumiere', { headers: { 'accept-language': 'en' } });
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('300');
    expect(response.headers.get('cache-control')).toBe('no-store');
    const html = await response.text();
    expect(html).toMatch(/^<!doctype html><html lang="en">/);
    expect(html).toContain('Le site est en maintenance');
    expect(html).not.toContain('<script');
  });

  it('refuses calls of the public, and takes the notifications of banks', async () => {
    const refused = await harness.fetch(SHOWS);
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('300');
    expect(await refused.json()).toMatchObject({ code: 'front.maintenance' });
    const bank = await harness.fetch('/app-api/payments/paybox/notification', { method: 'POST' });
    expect(bank.status).toBe(200);
  });

  it('leaves the staff portal open', async () => {
    const token = await harness.staffToken();
    const response = await harness.fetch('/b/api/crm/tiers', {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(response.status).toBe(200);
  });

  it('is opened in one browser by its key, and by no other text', async () => {
    expect((await harness.fetch('/app?maintenance=wrong')).status).toBe(503);
    const opened = await harness.fetch(`/app?maintenance=${encodeURIComponent(KEY)}`);
    expect([opened.status, opened.headers.get('location')]).toEqual([302, '/app']);
    const [set = ''] = opened.headers.getSetCookie();
    expect(set).toContain('HttpOnly');
    const headers = { cookie: set.split(';')[0] ?? '' };
    expect(await (await harness.fetch('/app', { headers })).text()).toContain('front');
    expect((await harness.fetch(SHOWS, { headers })).status).toBe(200);
    expect((await harness.fetch(SHOWS, { headers: { cookie: 'coulisse.maintenance=wrong' } })).status).toBe(
      503,
    );
  });
});

it('without the setting nothing is closed', async () => {
  const harness = await startHarness();
  expect((await harness.fetch(SHOWS)).status).toBe(200);
  await harness.stop();
});

import { randomUUID } from 'node:crypto';
import { readableColor } from '@coulisse/contracts/site-colors';
import { BoxOffice } from './support/box-office';

describe('the settings of a box office', () => {
  let office: BoxOffice;
  beforeAll(async () => {
    office = await BoxOffice.open();
  }, 60_000);
  afterAll(() => office.close());

  /** The tenant as its first event leaves it. */
  const register = async (tenantId: string) => {
    await office.database.asSuperuser(
      `INSERT INTO tenant_profile (id, tenant_id, version, name, slug, city, address, archived)
       VALUES ($1, $1, 1, 'Le Lumière', $2, 'Lyon', '', false)`,
      [tenantId, `lumiere-${randomUUID()}`],
    );
    const [row] = await office.database.asSuperuser<{ id: string }>(
      `INSERT INTO settings (id, tenant_id, name) VALUES (uuidv7(), $1, 'Le Lumière') RETURNING id`,
      [tenantId],
    );
    return `/b/api/configuration/settings/${row?.id}`;
  };
  const change = (tenantId: string, path: string, values: object, version: number) =>
    office.staff<{ errors?: { pointer: string; code: string }[] }>(tenantId, 'PATCH', path, values, {
      headers: { 'if-match': `"${version}"` },
    });

  test('reach the public pages; a colour that nobody can read is corrected for them (R-190, R-200)', async () => {
    const { tenantId, performanceId } = await office.theatre();
    const path = await register(tenantId);
    const saved = await change(
      tenantId,
      path,
      {
        frontMode: 'CUSTOM',
        frontColorForCustom: '#f0b652',
        termsUrl: 'https://lumiere.example/cgv',
        socialUrls: [{ network: 'INSTAGRAM', url: 'https://instagram.com/lumiere' }],
        thankYouTexts: [{ purchase: 'RESERVATION', text: 'À très vite !' }],
        reservationCannotBeSoldMessage: 'Revenez lundi.',
        asksPostalAddress: true,
      },
      1,
    );
    expect(saved.status).toBe(200);
    const { body } = await office.visit('GET', `/app-api/configuration/representations/${performanceId}`);
    expect(body).toMatchObject({
      organiser: {
        name: 'Le Lumière',
        site: {
          frontMode: 'CUSTOM',
          frontColor: '#f0b652',
          colors: { '--primary': readableColor('#f0b652') },
          termsUrl: 'https://lumiere.example/cgv',
          socialUrls: [{ name: 'Instagram', url: 'https://instagram.com/lumiere' }],
          thankYouText: 'À très vite !',
          reservationCannotBeSoldMessage: 'Revenez lundi.',
          asksAddress: true,
        },
      },
    });
  });

  test('put the public pages under maintenance, with a message (R-150)', async () => {
    const { tenantId, performanceId } = await office.theatre();
    const path = await register(tenantId);
    const page = async () =>
      (
        await office.visit<{ organiser: { site?: { maintenance?: string } } }>(
          'GET',
          `/app-api/configuration/representations/${performanceId}`,
        )
      ).body.organiser.site?.maintenance;
    expect(await page()).toBeUndefined();
    const values = { isUnderMaintenance: true, maintenanceMessage: 'De retour à 18 h.' };
    expect((await change(tenantId, path, values, 1)).status).toBe(200);
    expect(await page()).toBe('De retour à 18 h.');
    expect((await change(tenantId, path, { isUnderMaintenance: false }, 2)).status).toBe(200);
    expect(await page()).toBeUndefined();
  });

  test('rooms and settings are those of the own theatre, and no filter shows others (R-125)', async () => {
    const [own, other] = [await office.theatre(), await office.theatre()];
    await register(own.tenantId);
    const foreign = await register(other.tenantId);
    for (const list of ['salles', 'settings']) {
      const { body } = await office.staff<{ items: { id: string }[] }>(
        own.tenantId,
        'GET',
        `/b/api/configuration/${list}?size=200`,
      );
      expect(body.items).toHaveLength(1);
    }
    expect((await office.staff(own.tenantId, 'GET', foreign)).status).toBe(404);
    const room = `/b/api/configuration/salles/${other.roomId}`;
    expect((await office.staff(own.tenantId, 'GET', room)).status).toBe(404);
  });

  test('name tracking pixels for each step, which stand in a page of their own (R-208)', async () => {
    const { tenantId, performanceId } = await office.theatre();
    const path = await register(tenantId);
    const page = (step: string, ...sites: string[]) =>
      office.visit(
        'GET',
        `/app-api/configuration/saas-customers/${performanceId}/pixels/${step}?sites=${encodeURIComponent(sites.join(' '))}`,
      );
    const site = async () => {
      const { body } = await office.visit('GET', `/app-api/configuration/representations/${performanceId}`);
      return (body as { organiser: { site: { pixels?: unknown } } }).organiser.site.pixels;
    };
    expect(await site()).toBeUndefined();
    const trackingPixels = [
      { step: 'SHOW', url: 'https://a.example.com/p.gif?id=secret&ev=1' },
      { step: 'SHOW', url: 'https://a.example.com/q.gif' },
      { step: 'RESERVATION_PAID', url: 'https://b.example.com/p.gif' },
    ];
    expect((await change(tenantId, path, { trackingPixels }, 1)).status).toBe(200);
    expect(await site()).toEqual([
      { step: 'SHOW', origin: 'https://a.example.com' },
      { step: 'RESERVATION_PAID', origin: 'https://b.example.com' },
    ]);
    const shown = await page('SHOW', 'https://a.example.com', 'https://b.example.com');
    expect(shown.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(shown.headers.get('content-security-policy')).toContain('img-src https://a.example.com;');
    for (const other of [[], ['https://b.example.com']])
      expect((await page('SHOW', ...other)).headers.get('content-security-policy')).toContain(
        "img-src 'none'",
      );
    expect((await page('SHOW', 'x'.repeat(4_001))).status).toBe(422);
    expect((await page('SEATS', 'https://a.example.com')).headers.get('content-security-policy')).toContain(
      "img-src 'none'",
    );
    expect((await page('CHECKOUT')).status).toBe(404);
    const refused = await change(
      tenantId,
      path,
      { trackingPixels: [...trackingPixels, { step: 'SEATS', url: 'http://127.0.0.1/p.gif' }] },
      2,
    );
    expect(refused.body.errors).toMatchObject([
      { pointer: '/trackingPixels/3/url', code: 'settings.tracking-pixel' },
    ]);
    const many = Array.from({ length: 21 }, () => trackingPixels[0]);
    expect((await change(tenantId, path, { trackingPixels: many }, 2)).body.errors).toMatchObject([
      { pointer: '/trackingPixels', code: 'validation.choice-count' },
    ]);
  });

  test('name the sites that may show the box office, and nothing that a policy could not hold', async () => {
    const { tenantId, showId } = await office.theatre();
    const path = await register(tenantId);
    const embedding = (id: string) =>
      office.visit('GET', `/app-api/configuration/saas-customers/${id}/embedding`);
    expect((await embedding(showId)).body).toEqual({ theatre: tenantId, origins: [] });
    for (const bad of ['https://lumiere.example/billets', 'https://a.example; script-src *']) {
      const refused = await change(tenantId, path, { embeddingOrigins: ['https://lumiere.example', bad] }, 1);
      expect([refused.status, refused.body.errors]).toMatchObject([
        422,
        [{ pointer: '/embeddingOrigins', code: 'settings.embedding-origin', params: { origin: bad } }],
      ]);
    }
    const many = Array.from({ length: 21 }, (_, index) => `https://site-${index}.example`);
    const tooMany = await change(tenantId, path, { embeddingOrigins: many }, 1);
    expect(tooMany.body.errors).toMatchObject([
      { pointer: '/embeddingOrigins', code: 'validation.choice-count' },
    ]);
    const origins = ['https://lumiere.example', 'http://localhost:3000'];
    expect((await change(tenantId, path, { embeddingOrigins: origins }, 1)).status).toBe(200);
    expect((await embedding(showId)).body).toEqual({ theatre: tenantId, origins });
    expect((await embedding(randomUUID())).status).toBe(404);
  });

  test('stop the sale once the tickets of the year have reached their limit (R-173)', async () => {
    const theatre = await office.theatre();
    const { tenantId, performanceId } = theatre;
    const path = await register(tenantId);
    expect((await change(tenantId, path, { yearlyTicketLimit: 3 }, 1)).status).toBe(200);
    await office.database.asSuperuser(
      `INSERT INTO kit.number_series (tenant_id, series, year, last)
       VALUES ($1, 'ticket', extract(year FROM now() AT TIME ZONE 'Europe/Paris')::int, 2)`,
      [tenantId],
    );
    expect((await office.staff(tenantId, 'GET', path)).body).toMatchObject({ ticketsThisYear: 2 });
    const seats = (await office.seats(performanceId)).map(({ id }) => id);
    const { token } = (await office.hold(performanceId, seats.slice(0, 2))).body.cart;
    const refused = await office.save(token);
    expect([refused.status, (refused.body as unknown as { code: string }).code]).toEqual([
      409,
      'sale.yearly-limit',
    ]);
    expect((await office.buyer(performanceId, seats.slice(2, 3))).totalMinor).toBe(8900);
  });
});

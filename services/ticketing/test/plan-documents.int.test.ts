import { randomUUID } from 'node:crypto';
import { Problem } from '@coulisse/service-kit';
import { BoxOffice, type Theatre } from './support/box-office';

const KINDS = ['plan', 'options', 'labels', 'reservations', 'reservations-full'];

/** What the hall prints before a performance says what is sold for it now. */
describe('documents of a performance', () => {
  let office: BoxOffice;
  let theatre: Theatre;

  beforeAll(async () => {
    office = await BoxOffice.open();
  }, 60_000);
  beforeEach(async () => {
    theatre = await office.theatre();
  });
  afterAll(() => office.close());

  const pdf = (kind: string, { tenantId } = theatre, rights = ['*'], headers = {}) =>
    office.staff<{ code?: string }>(
      tenantId,
      'GET',
      `/b/api/configuration/representations/${theatre.performanceId}/${kind}-pdf`,
      undefined,
      { rights, headers },
    );
  const sell = async (name: string, count: number) => {
    const seats = (await office.seats(theatre.performanceId)).filter(({ state }) => state === 'FREE');
    const held = await office.staff<{ cart: { token: string }; totalMinor: number }>(
      theatre.tenantId,
      'POST',
      `/b/api/prestiscene/desk/representations/${theatre.performanceId}/holds`,
      { seats: seats.slice(0, count).map(({ id }) => id) },
    );
    const { cart, totalMinor } = held.body;
    await office.staff(
      theatre.tenantId,
      'POST',
      '/b/api/prestiscene/desk/sales',
      {
        customer: { firstName: '', lastName: name, email: '' },
        payment: { kind: 'now', parts: [{ method: 'CASH', amountMinor: totalMinor }] },
      },
      { headers: { 'cart-token': cart.token, 'idempotency-key': randomUUID() } },
    );
  };

  test.each(KINDS)(
    '%s is a PDF of what is sold, in the language of who asks for it (R-015)',
    async (kind) => {
      await sell('Durand & Fils', 2);
      const answer = await pdf(kind, theatre, ['*'], { 'accept-language': 'fr' });
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
      expect(answer.headers.get('content-disposition')).toContain('.pdf');
      const html = office.peers.previews.at(-1)!;
      expect(html).toContain('<html lang="fr">');
      if (kind === 'options') expect(html).toContain('Aucune option.');
      else expect(html).toContain('Durand &amp; Fils');
      await pdf(kind, theatre, ['*'], { 'accept-language': 'en' });
      expect(office.peers.previews.at(-1)).toContain('<html lang="en">');
    },
  );

  test('the plan is returned for GET and for POST (R-006)', async () => {
    await sell('Durand', 1);
    const path = `/b/api/configuration/representations/${theatre.performanceId}/plan-pdf`;
    for (const method of ['GET', 'POST'] as const) {
      const answer = await office.staff(theatre.tenantId, method, path);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    }
    const refused = await office.staff(theatre.tenantId, 'POST', path, undefined, {
      rights: ['ticketing.performance.read'],
    });
    expect(refused.status).toBe(403);
  });

  test('need the right to read reservations, and a performance of the theatre', async () => {
    const other = await office.theatre();
    for (const kind of KINDS) {
      expect((await pdf(kind, theatre, ['ticketing.performance.read'])).status).toBe(403);
      expect((await pdf(kind, other)).status).toBe(404);
    }
  });

  test('that the printer has no time for are refused with the seconds after which to ask again', async () => {
    const busy = new Problem('service.unavailable', { headers: { 'Retry-After': '17' } });
    const print = jest
      .spyOn(office.service.ctx.clients.rendering, 'previewDocument')
      .mockRejectedValueOnce(busy);
    const refused = await pdf('plan');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '17']);
    print.mockRestore();
    expect((await pdf('plan')).status).toBe(200);
  });

  test('name every party of the performance', async () => {
    await sell('Alix', 1);
    await sell('Basile', 2);
    await pdf('reservations-full');
    expect(office.peers.previews.at(-1)!.split('class="party"')).toHaveLength(3);
  });
});

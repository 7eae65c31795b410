import { randomUUID } from 'node:crypto';
import { ticketingV1 } from '@coulisse/contracts';
import { status } from '@grpc/grpc-js';
import { openClient, systemActor } from '@coulisse/service-kit';
import { eventually, testCredentials } from '@coulisse/test-kit';
import { settlePayment } from '../src/features/sale/settle-payment.command';
import { TicketSequencer } from '../src/features/ticket-numbers/ticket-sequencer';
import { BoxOffice, type Theatre } from './support/box-office';

/** The public catalogue, and the reception. */
describe('front of house: catalogue and reception', () => {
  let office: BoxOffice;
  let theatre: Theatre;
  const slug = () => `t-${theatre.tenantId}`;
  const front = <B>(path: string) => office.visit<B>('GET', `/app-api/configuration/${path}`);

  const profile = async (version: number, name: string, archived = false) => {
    const value = {
      tenantId: theatre.tenantId,
      version,
      name,
      slug: slug(),
      city: 'Lyon',
      address: '1 place des Célestins',
      archived,
    };
    await office.publishEvent(theatre.tenantId, 'identity.tenant.v1', theatre.tenantId, {
      $case: 'changed',
      value,
    });
  };
  const named = (name: string) =>
    eventually(async () => expect((await front(`saas-customers/${slug()}`)).body).toMatchObject({ name }), {
      timeoutMs: 15_000,
    });
  const sale = async (count: number, customer: { firstName: string; lastName: string }) => {
    const free = (await office.seats(theatre.performanceId)).filter(({ state }) => state === 'FREE');
    const { token } = (
      await office.hold(
        theatre.performanceId,
        free.slice(0, count).map(({ id }) => id),
      )
    ).body.cart;
    const base = {
      email: 'a@b.test',
      addressLine1: '1 rue X',
      zipCode: '69001',
      city: 'Lyon',
      country: 'FR',
    };
    const { reservation, totalMinor } = (
      await office.save(token, { customer: { ...base, ...customer }, language: 'en' })
    ).body;
    const { ctx } = office.service;
    const fact = {
      kind: 'accepted' as const,
      paymentId: randomUUID(),
      amountMinor: totalMinor,
      currency: 'EUR',
    };
    await ctx.db.inTenant(systemActor(theatre.tenantId, 'test'), (tx) =>
      settlePayment(tx, reservation.id, fact, ctx, new TicketSequencer()),
    );
    return reservation;
  };

  beforeAll(async () => {
    office = await BoxOffice.open();
  }, 60_000);
  beforeEach(async () => {
    theatre = await office.theatre({ seatsPerRow: 10 });
  });
  afterAll(() => office.close());

  test('finds a tenant by id and by slug, with the latest profile from identity', async () => {
    await profile(2, 'Théâtre Lumière');
    await named('Théâtre Lumière');
    await profile(1, 'An older name');
    await profile(3, 'Le Lumière');
    await named('Le Lumière');
    expect((await front(`saas-customers/${theatre.tenantId}`)).body).toEqual({
      id: theatre.tenantId,
      name: 'Le Lumière',
      sellsGiftVouchers: true,
      slug: slug(),
      city: 'Lyon',
      site: {},
      address: '1 place des Célestins',
      directions: '',
      wheelchairAccess: '',
    });
    expect((await front(`saas-customers/${randomUUID()}`)).status).toBe(404);
    await profile(4, 'Le Lumière', true);
    const list = () => front<{ items: { id: string }[] }>('saas-customers');
    await eventually(async () =>
      expect((await list()).body.items.map(({ id }) => id)).not.toContain(theatre.tenantId),
    );
  });

  test('returns remaining places, lowest price and sale state of shows and performances', async () => {
    await profile(1, 'Lumière');
    await named('Lumière');
    const shows = await front<{ items: object[] }>(`spectacles/by-saas-customer/${slug()}`);
    expect(shows.body.items).toMatchObject([
      {
        id: theatre.showId,
        name: 'Le Grand Soir',
        lowestPrice: '89.00',
        nextPerformance: '2031-05-14T18:30:00.000Z',
        performances: [{ id: theatre.performanceId, availability: 'FREE', lowestPrice: '89.00' }],
      },
    ]);
    const seats = await office.seats(theatre.performanceId);
    await office.hold(
      theatre.performanceId,
      seats.slice(0, 6).map(({ id }) => id),
    );
    const show = await front(`spectacles/${theatre.showId}`);
    expect(show.body).toMatchObject({
      organiser: { name: 'Lumière', slug: slug() },
      performances: [
        {
          id: theatre.performanceId,
          onSale: true,
          availability: 'FEW',
          placesRemaining: 4,
          lowestPrice: '89.00',
          mealTimes: ['19:00'],
        },
      ],
    });
    const formulas = await front(`representations/${theatre.performanceId}/formules`);
    expect(formulas.body).toMatchObject({
      items: [{ id: theatre.formulaId, priceTTC: '89.00', priceMinor: 8900, categoryName: 'Or' }],
    });
    const performance = await front(`representations/${theatre.performanceId}`);
    expect(performance.body).toMatchObject({
      show: { name: 'Le Grand Soir' },
      organiser: { city: 'Lyon' },
      room: 'Grande salle',
      date: '2031-05-14',
    });
  });

  test('a show without a poster has a drawn one, whose address changes with its title', async () => {
    type Show = { poster: { kind: string; url: string; alt: string } };
    const posterNow = async () => (await front<Show>(`spectacles/${theatre.showId}`)).body.poster;
    const load = async (url: string) => {
      const answer = await fetch(office.service.url + url);
      return {
        status: answer.status,
        headers: Object.fromEntries(answer.headers),
        text: await answer.text(),
      };
    };
    const first = await posterNow();
    expect(first).toMatchObject({ kind: 'DRAWN', alt: '' });
    const drawn = await load(first.url);
    expect(drawn.text).toContain('>Le Grand</text>');
    expect(drawn).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'image/svg+xml; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
        'x-content-type-options': 'nosniff',
      },
    });
    await office.database.asSuperuser('UPDATE show SET name = $2 WHERE id = $1', [
      theatre.showId,
      '<script>alert(1)</script>',
    ]);
    const second = await posterNow();
    expect(second.url).not.toBe(first.url);
    // A page that was opened before names the former drawing: it gets the new one, for this time only.
    const late = await load(first.url);
    expect([late.status, late.headers['cache-control']]).toEqual([200, 'no-cache']);
    expect(late.text).not.toContain('<script');
    for (const bad of [
      `${first.url}x`,
      first.url.slice(0, -1),
      first.url.replace(theatre.showId, randomUUID()),
    ])
      expect((await load(bad)).status).toBeGreaterThanOrEqual(400);
    const fileId = randomUUID();
    await office.database.asSuperuser('UPDATE show SET poster_id = $2, poster_alt = $3 WHERE id = $1', [
      theatre.showId,
      fileId,
      'Un phare',
    ]);
    expect(await posterNow()).toEqual({ kind: 'STORED', url: `/app-api/files/${fileId}`, alt: 'Un phare' });
  });

  test('does not list shows that are private or for staff only (R-120)', async () => {
    const hidden = await office.theatre({ show: { private: true } });
    const staffOnly = await office.theatre({ show: { displayMode: 'ADMIN' } });
    for (const { tenantId } of [hidden, staffOnly]) {
      const value = {
        tenantId,
        version: 1,
        name: 'X',
        slug: `t-${tenantId}`,
        city: '',
        address: '',
        archived: false,
      };
      await office.publishEvent(tenantId, 'identity.tenant.v1', tenantId, { $case: 'changed', value });
      await eventually(async () =>
        expect((await front(`spectacles/by-saas-customer/${tenantId}`)).body).toEqual({ items: [] }),
      );
    }
    expect(await front(`spectacles/${hidden.showId}`)).toMatchObject({
      status: 200,
      body: { isListed: false },
    });
    expect((await front(`spectacles/${staffOnly.showId}`)).status).toBe(404);
  });

  test('a performance for staff only is shown and sold to nobody else (R-119)', async () => {
    await profile(1, 'Lumière');
    await named('Lumière');
    const [seat] = await office.seats(theatre.performanceId);
    const path = `/b/api/configuration/representations/${theatre.performanceId}`;
    const display = async (displayCalendar: 'ALL' | 'ADMIN') => {
      const { body } = await office.staff<{ version: number }>(theatre.tenantId, 'GET', path);
      const saved = await office.staff(
        theatre.tenantId,
        'PATCH',
        path,
        { displayCalendar },
        { headers: { 'if-match': `"${body.version}"` } },
      );
      expect(saved.status).toBe(200);
    };
    const shown = async () => (await front(`representations/${theatre.performanceId}`)).status;
    expect(await shown()).toBe(200);
    await display('ADMIN');
    expect(await shown()).toBe(404);
    const shows = await front<{ items: { performances: object[] }[] }>(
      `spectacles/by-saas-customer/${slug()}`,
    );
    expect(shows.body.items.flatMap(({ performances }) => performances)).toEqual([]);
    expect((await office.hold(theatre.performanceId, [seat!.id])).status).toBeGreaterThanOrEqual(400);
    // The box office sells it all the same.
    const held = await office.staff(
      theatre.tenantId,
      'POST',
      `/b/api/prestiscene/desk/representations/${theatre.performanceId}/holds`,
      { seats: [seat!.id] },
    );
    expect(held.status).toBe(201);
    await display('ALL');
    expect(await shown()).toBe(200);
  });

  test('who places the audience is said by the show: customers choose seats, or staff do (R-122)', async () => {
    const byStaff = await office.theatre({ show: { placement: 'ADMIN' } });
    const [seat] = await office.seats(byStaff.performanceId);
    const refused = await office.hold(byStaff.performanceId, [seat!.id]);
    expect(refused.status).toBeGreaterThanOrEqual(400);
    const held = await office.staff(
      byStaff.tenantId,
      'POST',
      `/b/api/prestiscene/desk/representations/${byStaff.performanceId}/holds`,
      { seats: [seat!.id] },
    );
    expect(held.status).toBe(201);
    const [own] = await office.seats(theatre.performanceId);
    expect((await office.hold(theatre.performanceId, [own!.id])).status).toBe(201);
  });

  test('a formula may be left out of the lowest price (R-195)', async () => {
    await profile(1, 'Lumière');
    await named('Lumière');
    const cheap = { name: 'Enfant', ticketPriceTTC: '12.00' };
    const create = async (changes: object) =>
      (
        await office.staff<{ id: string }>(theatre.tenantId, 'POST', '/b/api/configuration/formules', {
          ...{ ...cheap, category: theatre.categoryId },
          vatBreakdown: [{ label: 'Spectacle', rate: '5.5', amountTTC: cheap.ticketPriceTTC }],
          ...changes,
        })
      ).body.id;
    const lowest = async (formulas: string[]) => {
      const performanceId = await office.perform(theatre, { formulas });
      return (await front<{ lowestPrice: string }>(`representations/${performanceId}`)).body.lowestPrice;
    };
    const counted = await create({});
    const ignored = await create({ name: 'Accompagnateur', ignoreInLowestPrice: true });
    expect(await lowest([theatre.formulaId, counted])).toBe('12.00');
    expect(await lowest([theatre.formulaId, ignored])).toBe('89.00');
  });

  test('returns buyer and amounts of a reservation to crm, and tickets to nobody', async () => {
    const { id } = await sale(2, { firstName: 'Ada', lastName: 'Martin' });
    const { client, close } = openClient(
      ticketingV1.ReservationServiceDefinition,
      office.service.grpcAddress,
      { credentials: testCredentials('crm') },
    );
    const answer = await client.getReservation({ tenantId: theatre.tenantId, reservationId: id });
    expect(answer).toMatchObject({
      reservationId: id,
      totalMinor: 17_800,
      customer: { firstName: 'Ada', lastName: 'Martin', language: 'en', email: 'a@b.test' },
      vatLines: [{ rateBasisPoints: 550, baseMinor: 16_872, taxMinor: 928 }],
    });
    const secrets = await office.database.asSuperuser<{ secret: string }>(
      'SELECT secret FROM ticket WHERE reservation_id = $1',
      [id],
    );
    expect(secrets).toHaveLength(2);
    for (const { secret } of secrets) expect(JSON.stringify(answer)).not.toContain(secret);
    for (const other of ['documents', 'notifications'] as const) {
      const { client: uninvited, close: leave } = openClient(
        ticketingV1.ReservationServiceDefinition,
        office.service.grpcAddress,
        { credentials: testCredentials(other) },
      );
      await expect(
        uninvited.getReservation({ tenantId: theatre.tenantId, reservationId: id }),
      ).rejects.toMatchObject({ cause: { code: status.PERMISSION_DENIED } });
      leave();
    }
    await expect(client.getReservation({ tenantId: randomUUID(), reservationId: id })).rejects.toMatchObject({
      code: 'http.404',
    });
    close();
  });

  test('searches and sorts the reception list and records arrivals', async () => {
    const [zoe, abel] = [
      await sale(3, { firstName: 'Zoé', lastName: 'Aubry' }),
      await sale(2, { firstName: 'Abel', lastName: 'Zola' }),
    ];
    await office.buyer(theatre.performanceId, [(await office.seats(theatre.performanceId))[9]?.id ?? '']);
    const base = '/b/api/prestiscene/reception/representations';
    const door = <B>(method: string, path: string, body?: unknown) =>
      office.staff<B & { code?: string }>(theatre.tenantId, method, base + path, body);
    for (const date of ['0000-01-01', '2026-02-30', '2026-13-01', '1', ''])
      expect((await door('GET', `?date=${date}`)).status).toBe(422);
    const list = async (query: string) => {
      const { body } = await door<{ items: { id: string; code: string }[]; totals: object }>(
        'GET',
        `/${theatre.performanceId}/reservations?${query}`,
      );
      return { ids: body.items.map(({ id }) => id), totals: body.totals };
    };
    expect(await list('')).toEqual({
      ids: [zoe.id, abel.id],
      totals: { reservations: 2, places: 5, arrived: 0, canceledArrived: 0 },
    });
    const byCode = [zoe, abel].sort((a, b) => (a.code < b.code ? -1 : 1)).map(({ id }) => id);
    expect((await list('sort=RESERVATION')).ids).toEqual(byCode);
    expect((await list(`q=${abel.code}`)).ids).toEqual([abel.id]);
    const withoutHyphens = abel.code.toLowerCase().replaceAll('-', ' ').slice(2);
    expect((await list(`q=${encodeURIComponent(withoutHyphens)}`)).ids).toEqual([abel.id]);
    expect((await list(`q=${withoutHyphens.replace(' ', '')}`)).ids).toEqual([abel.id]);
    expect((await list('q=zola')).ids).toEqual([abel.id]);

    const path = `/${theatre.performanceId}/reservations/${zoe.id}`;
    const too = await door('POST', `${path}/arrived-count`, { arrivedCount: 4 });
    expect([too.status, too.body]).toMatchObject([
      422,
      { code: 'reception.arrived-too-many', params: { max: 3 } },
    ]);
    expect((await door('POST', `${path}/arrived-count`, { arrivedCount: 2 })).body).toMatchObject({
      arrivedCount: 2,
      arrivalState: 'PARTIALLY_ARRIVED',
      seats: ['A-1', 'A-2', 'A-3'],
    });
    expect((await list('display=ARRIVED')).ids).toEqual([zoe.id]);
    expect((await list('display=NOT_ARRIVED')).ids).toEqual([zoe.id, abel.id]);
    expect((await door('POST', `${path}/arrived`)).body).toMatchObject({
      arrivedCount: 3,
      arrivalState: 'TOTALLY_ARRIVED',
    });
    expect(await list('display=NOT_ARRIVED')).toEqual({
      ids: [abel.id],
      totals: { reservations: 2, places: 5, arrived: 3, canceledArrived: 0 },
    });
    await office.database.asSuperuser(
      `UPDATE performance_seat seat SET table_id = 'table', "row" = CASE WHEN i.reservation_id = $1 THEN 'T10' ELSE 'T2' END
       FROM reservation_item i WHERE i.performance_id = seat.performance_id AND i.seat_id = seat.id AND i.reservation_id = ANY ($2::uuid[])`,
      [zoe.id, [zoe.id, abel.id]],
    );
    expect((await list('sort=TABLE')).ids).toEqual([abel.id, zoe.id]);
    expect((await list('q=T10')).ids).toEqual([zoe.id]);
    const day = await door<{ items: object[] }>('GET', '?date=2031-05-14');
    expect(day.body.items).toMatchObject([
      { id: theatre.performanceId, show: 'Le Grand Soir', reservations: 2, places: 5, arrived: 3 },
    ]);
    expect((await door<{ items: object[] }>('GET', '?date=2031-05-15')).body.items).toEqual([]);
  });
});

import crypto, { randomUUID } from 'node:crypto';
import { eventually } from '@coulisse/test-kit';
import { block, BoxOffice, CUSTOMER, type Theatre } from './support/box-office';

describe('checkout', () => {
  let office: BoxOffice;
  const codes = ({ body }: { body: { code?: string; errors?: { pointer: string; code: string }[] } }) => [
    body.code,
    ...(body.errors ?? []).map(({ pointer, code }) => `${pointer} ${code}`),
  ];
  const first = async (performanceId: string, count: number) =>
    (await office.seats(performanceId)).slice(0, count).map(({ id }) => id);
  const cartOf = async ({ performanceId }: Theatre, count: number) => {
    const held = await office.hold(performanceId, await first(performanceId, count));
    expect(held.status).toBe(201);
    return held.body.cart.token;
  };

  beforeAll(async () => {
    office = await BoxOffice.open();
  }, 60_000);
  afterAll(() => office.close());

  test('saves a cart as a draft with code, buyer and VAT, and updates the same draft when saved again', async () => {
    const theatre = await office.theatre();
    const token = await cartOf(theatre, 2);
    const saved = await office.save(token);
    expect(saved.status).toBe(200);
    expect(saved.body).toMatchObject({ reservation: { state: 'DRAFT' }, totalMinor: 17_800 });
    expect(saved.body.reservation.code).toMatch(/^R-[2-9A-Z]{4}-[2-9A-Z]{4}$/);
    await office.hold(theatre.performanceId, await first(theatre.performanceId, 3), token);
    const again = await office.save(token, {
      customer: { ...CUSTOMER, firstName: 'Anne & Paul', city: 'Paris' },
    });
    expect(again.body).toMatchObject({
      reservation: { id: saved.body.reservation.id, code: saved.body.reservation.code },
      totalMinor: 26_700,
    });
    const cart = await office.visit<{ performance: { organiser: { site: object } } }>(
      'GET',
      '/app-api/prestiscene/reservations/cart',
      undefined,
      token,
    );
    expect(cart.body).toMatchObject({
      lines: [
        { row: 'A', number: '1', formulaName: 'Dîner spectacle', priceMinor: 8900 },
        { number: '2' },
        { number: '3' },
      ],
      vat: [{ rate: '5.5', baseMinor: 25_308, vatMinor: 1392 }],
      customer: { email: CUSTOMER.email, city: 'Paris' },
      performance: { id: theatre.performanceId, show: { name: 'Le Grand Soir' } },
    });
  });

  test('a code that another reservation has is replaced, and the cart is saved once', async () => {
    const theatre = await office.theatre();
    const random = jest.spyOn(crypto, 'randomInt') as unknown as jest.SpyInstance<number>;
    try {
      random.mockReturnValue(0);
      const before = await office.save(await cartOf(theatre, 1));
      expect(before.body.reservation.code).toBe('R-2222-2222');
      const token = (
        await office.hold(theatre.performanceId, (await first(theatre.performanceId, 2)).slice(1))
      ).body.cart.token;
      random.mockReset();
      let calls = 0;
      random.mockImplementation(() => (calls++ < 8 ? 0 : calls % 30));
      const after = await office.save(token);
      expect(after.status).toBe(200);
      expect(after.body.reservation.code).toMatch(/^R-[2-9A-Z]{4}-[2-9A-Z]{4}$/);
      expect(after.body.reservation.code).not.toBe('R-2222-2222');
      expect(calls).toBe(16);
    } finally {
      random.mockRestore();
    }
  });

  test.each([
    ['firstName', 'Ada\r\nBcc: x@y.z'],
    ['lastName', 'a\u0000b'],
    ['city', 'Paris\nX: y'],
    ['addressLine1', '\u0000'],
    ['zipCode', '7\r5'],
    ['telephone', '01\u0000'],
    ['city', '\ud800'],
  ])('refuses a buyer whose %s is %j, at that field', async (field, value) => {
    const token = await cartOf(await office.theatre(), 1);
    const { status, body } = await office.save(token, { customer: { ...CUSTOMER, [field]: value } });
    expect(status).toBe(422);
    expect((body as unknown as { errors: { pointer: string }[] }).errors).toEqual([
      expect.objectContaining({ pointer: `/customer/${field}` }),
    ]);
  });

  test('returns the same response for a repeated idempotency key, and refuses it with another body', async () => {
    const token = await cartOf(await office.theatre(), 1);
    const key = { 'idempotency-key': randomUUID() };
    const [initial, repeated] = [await office.save(token, {}, key), await office.save(token, {}, key)];
    expect(repeated.text).toBe(initial.text);
    expect(codes(await office.save(token, { newsletterSubscribed: true }, key))).toEqual([
      'idempotency.mismatch',
    ]);
  });

  test('the newsletter is optional: nobody subscribes without saying so (R-100)', async () => {
    const subscribed = async (changes: object) => {
      const { body, status } = await office.save(await cartOf(await office.theatre(), 1), changes);
      expect(status).toBe(200);
      const [row] = await office.database.asSuperuser<{ newsletter_subscribed: boolean }>(
        'SELECT newsletter_subscribed FROM reservation WHERE id = $1',
        [body.reservation.id],
      );
      return row?.newsletter_subscribed;
    };
    expect(await subscribed({})).toBe(false);
    expect(await subscribed({ newsletterSubscribed: false })).toBe(false);
    expect(await subscribed({ newsletterSubscribed: true })).toBe(true);
  });

  test('refuses terms that are not accepted (R-099) and invalid fields', async () => {
    const token = await cartOf(await office.theatre(), 1);
    const refused = await office.save(token, { cgvAccepted: false });
    expect([refused.status, ...codes(refused)]).toEqual([
      422,
      'terms.not-accepted',
      '/cgvAccepted terms.not-accepted',
    ]);
    const wrong = await office.save(token, {
      customer: { ...CUSTOMER, email: 'nobody', country: 'France', lastName: ' ', firstName: 'Ada\tLove' },
    });
    expect(codes(wrong)).toEqual([
      'validation.failed',
      '/customer/email validation.email',
      '/customer/firstName validation.buyer-name',
      '/customer/lastName validation.not-blank',
      '/customer/country validation.format',
    ]);
  });

  test('a guest needs no address, except where the theatre asks for one', async () => {
    const theatre = await office.theatre();
    const token = await cartOf(theatre, 1);
    const { email, firstName, lastName } = CUSTOMER;
    const guest = { customer: { email, firstName, lastName } };
    expect((await office.save(token, guest)).status).toBe(200);
    await office.database.asSuperuser(
      'INSERT INTO settings (id, tenant_id, asks_postal_address) VALUES (gen_random_uuid(), $1, true)',
      [theatre.tenantId],
    );
    expect(codes(await office.save(token, guest))).toEqual([
      'validation.not-blank',
      '/customer/addressLine1 validation.not-blank',
      '/customer/zipCode validation.not-blank',
      '/customer/city validation.not-blank',
    ]);
    expect((await office.save(token)).status).toBe(200);
  });

  test('allows several formulas only where the performance does (R-080)', async () => {
    const theatre = await office.theatre();
    const childId = await office.staff<{ id: string }>(
      theatre.tenantId,
      'POST',
      '/b/api/configuration/formules',
      {
        name: 'Enfant',
        category: theatre.categoryId,
        ticketPriceTTC: '45.00',
        vatBreakdown: [
          { label: 'Menu', rate: '10', amountTTC: '20.00' },
          { label: 'Spectacle', rate: '5.5', amountTTC: '25.00' },
        ],
      },
    );
    const formulas = [theatre.formulaId, childId.body.id];
    const performances = [false, true].map((isMultiFormule) =>
      office.perform(theatre, { formulas, isMultiFormule }),
    );
    for (const performanceId of performances) {
      const seats = await first(await performanceId, 2);
      const choice = { [seats[0]!]: theatre.formulaId, [seats[1]!]: childId.body.id };
      const { token } = (await office.hold(await performanceId, seats, null, choice)).body.cart;
      const saved = await office.save(token);
      if (performanceId === performances[0])
        expect(codes(saved)).toEqual(['plan.several-formulas', '/formulaBySeat plan.several-formulas']);
      else expect(saved.body).toMatchObject({ totalMinor: 13_400 });
    }
  });

  test('refuses fewer seats than the minimum of their formula (R-093)', async () => {
    const theatre = await office.theatre({ formula: { minimumNumberOfPeople: 3 } });
    const two = await office.save(await cartOf(theatre, 2));
    expect(two.body).toMatchObject({ code: 'reservation.minimum-people', params: { n: 3 } });
    const other = await office.theatre({ formula: { minimumNumberOfPeople: 3 } });
    expect((await office.save(await cartOf(other, 3))).status).toBe(200);
  });

  test('refuses seats that are not adjacent where the show requires it', async () => {
    const theatre = await office.theatre({ show: { consecutivePlace: true } });
    const seats = await office.seats(theatre.performanceId);
    const pick = async (...numbers: number[]) => {
      const held = await office.hold(
        theatre.performanceId,
        numbers.map((number) => seats[number - 1]?.id ?? ''),
      );
      return office.save(held.body.cart.token);
    };
    expect(codes(await pick(1, 3))).toEqual([
      'reservation.seats-not-consecutive',
      '/seats reservation.seats-not-consecutive',
    ]);
    expect((await pick(4, 5, 6)).status).toBe(200);
  });

  test('starts one payment per attempt, with a return URL of our own site only', async () => {
    const theatre = await office.theatre();
    const token = await cartOf(theatre, 2);
    expect(codes(await office.pay(token))).toEqual(['cart.not-found']);
    const { reservation } = (await office.save(token)).body;
    const [initial, repeated] = [
      await office.pay(token, { returnUrl: 'https://elsewhere.test/' }),
      await office.pay(token),
    ];
    expect(initial.status).toBe(200);
    expect(initial.body).toMatchObject({ provider: 'PAYBOX', form: { action: 'https://bank.test/pay' } });
    expect(repeated.body.paymentId).toBe(initial.body.paymentId);
    const [started] = [...office.peers.started.values()].filter(
      ({ request }) => request.reservationId === reservation.id,
    );
    expect(started?.request).toMatchObject({
      amountMinor: 17_800,
      quantity: 2,
      currency: 'EUR',
      reservationCode: reservation.code,
      returnUrl: `https://coulisse.test/app/reservations/${reservation.id}/return`,
      buyer: { lastName: 'Durand', zipCode: '69002' },
    });
    // Staff read what the bank got about the buyer.
    const { body } = await office.staff<{ providerContactFields: object }>(
      theatre.tenantId,
      'GET',
      `/b/api/prestiscene/reservations/${reservation.id}`,
    );
    expect(body.providerContactFields).toEqual(started?.request.buyer);
  });

  test('refuses to pay when the held seats differ from the saved ones', async () => {
    const theatre = await office.theatre();
    const token = await cartOf(theatre, 2);
    await office.save(token);
    await office.hold(theatre.performanceId, await first(theatre.performanceId, 1), token);
    expect(codes(await office.pay(token))).toEqual(['reservation.seats-no-longer-available']);
  });

  test('sells a free cart without a payment', async () => {
    const theatre = await office.theatre({ price: '0.00' });
    const token = await cartOf(theatre, 1);
    const { reservation } = (await office.save(token)).body;
    expect((await office.pay(token)).body).toEqual({ paymentId: null, provider: null, form: null });
    await eventually(async () =>
      expect(await office.outcome(reservation.id, token)).toMatchObject({
        outcome: 'VALIDATED',
        tickets: [{ seat: 'Rang A, place 1' }],
      }),
    );
  });

  test('shows a reservation only to its buyer and only within its tenant', async () => {
    const theatre = await office.theatre();
    const { reservation } = (await office.save(await cartOf(theatre, 1))).body;
    const stranger = (
      await office.hold(theatre.performanceId, [(await office.seats(theatre.performanceId))[5]?.id ?? ''])
    ).body.cart.token;
    const path = `/app-api/prestiscene/reservations/${reservation.id}`;
    expect((await office.visit('GET', path, undefined, stranger)).status).toBe(403);
    expect((await office.visit('GET', path)).status).toBe(404);
    const elsewhere = await cartOf(await office.theatre(), 1);
    expect((await office.visit('GET', path, undefined, elsewhere)).status).toBe(404);
  });

  test('what the box office changes counts for the next call of a buyer (R-192)', async () => {
    const theatre = await office.theatre({ seatsPerRow: 4 });
    const { performanceId, tenantId } = theatre;
    const change = async (path: string, values: object) => {
      const headers = { 'if-match': '"1"' };
      const answer = await office.staff(tenantId, 'PATCH', `/b/api/configuration/${path}`, values, {
        headers,
      });
      expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, '']);
    };
    const [seat = '', other = ''] = await first(performanceId, 2);
    const held = await office.hold(performanceId, [seat]);
    expect(held.body.totalMinor).toBe(8900);
    await change(`formules/${theatre.formulaId}`, {
      ticketPriceTTC: '95.00',
      vatBreakdown: [{ label: 'Spectacle', rate: '5.5', amountTTC: '95.00' }],
    });
    expect((await office.save(held.body.cart.token)).body.totalMinor).toBe(9500);
    await change(`representations/${performanceId}`, { onlineReservationClosed: true });
    expect((await office.hold(performanceId, [other])).body.code).toBe('performance.not-on-sale');
    expect((await office.save(held.body.cart.token)).body.code).toBe('performance.not-on-sale');
  });

  test('refuses seats without a formula (R-079)', async () => {
    const theatre = await office.theatre();
    const loge = await office.staff<{ id: string }>(
      theatre.tenantId,
      'POST',
      '/b/api/configuration/categories',
      { name: 'Loge', color: '#000000' },
    );
    const plan = await office.staff<{ id: string }>(
      theatre.tenantId,
      'POST',
      `/b/api/configuration/salles/${theatre.roomId}/plans`,
      {
        name: 'Loges',
        blocks: [block(loge.body.id, 1, 2)],
      },
    );
    const performanceId = await office.perform({ ...theatre, planId: plan.body.id });
    const refused = await office.hold(performanceId, await first(performanceId, 1));
    expect(refused.body).toMatchObject({ code: 'reservation.no-formula' });
  });
});

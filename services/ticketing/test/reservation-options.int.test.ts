import { randomUUID } from 'node:crypto';
import { BoxOffice, type Theatre } from './support/box-office';
import { makeVoucher } from './support/vouchers';

interface Answer {
  code?: string;
  errors?: { pointer: string; code: string; params?: Record<string, unknown> }[];
}
const PRICES = '/app-api/prestiscene/reservations/cart/prices';
const desk = '/b/api/prestiscene/desk';
const faults = ({ body }: { body: Answer }) => body.errors?.map(({ pointer, code }) => `${pointer} ${code}`);

/** One place costs 89.00. */
describe('options that are bought with places', () => {
  let office: BoxOffice;
  let theatre: Theatre;
  let seats: string[];
  /** Ids by name. */
  let options: Record<'drinks' | 'card' | 'post' | 'desk' | 'must', string>;

  beforeAll(async () => {
    office = await BoxOffice.open();
  }, 60_000);
  afterAll(() => office.close());

  const open = async () => {
    const tenantId = randomUUID();
    const make = async (name: string, values: object) => {
      const answer = await office.staff<{ id: string }>(tenantId, 'POST', '/b/api/configuration/options', {
        ...{ name, totalTTC: '5.00', vat: '20' },
        ...values,
      });
      expect(answer.status).toBe(201);
      return answer.body.id;
    };
    options = {
      drinks: await make('Coupe', {
        ...{ requiresNumberEntry: true, numberEntryLabel: 'Combien ?', numberEntryMin: 2 },
        totalTTC: '10.00',
      }),
      card: await make('Carte', { requiresDetailEntry: true, detailEntryLabel: 'Prénom' }),
      post: await make('Envoi postal', { forPostalSend: true }),
      desk: await make('Placement', { displayOnReservationsMode: 'ADMIN' }),
      must: await make('Vestiaire', { mandatory: true, preChecked: true, totalTTC: '0.00' }),
    };
    theatre = await office.theatre({
      tenantId,
      formula: { options: Object.values(options) },
    });
    seats = (await office.seats(theatre.performanceId)).map(({ id }) => id);
  };
  beforeEach(open);

  const choose = (name: keyof typeof options, answers: object = {}) => ({
    formulaId: theatre.formulaId,
    optionId: options[name],
    ...answers,
  });
  const hold = async (from: number, count = 1) =>
    (await office.hold(theatre.performanceId, seats.slice(from, from + count))).body.cart.token;
  const details = async (id: string) =>
    (
      await office.staff<{
        totalTTC: string;
        options: { name: string; quantity: number; price: string; detail: string | null }[];
        vat: { rate: string; tax: string }[];
      }>(theatre.tenantId, 'GET', `/b/api/prestiscene/reservations/${id}/informations`)
    ).body;
  const pay = async (token: string, reservationId: string, amountMinor: number) => {
    const { paymentId } = (await office.pay(token)).body;
    await office.accept(theatre.tenantId, { paymentId, reservationId, amountMinor });
    await office.settled(theatre.performanceId);
    return paymentId;
  };

  test('R-094: a mandatory option that is missing is refused, and its line named', async () => {
    const token = await hold(0);
    const refused = await office.save(token, { options: [choose('drinks', { number: 2 })] });
    expect(refused.body).toMatchObject({
      code: 'reservation.mandatory-options-missing',
      errors: [
        {
          pointer: `/options/${theatre.formulaId}/${options.must}`,
          code: 'reservation.mandatory-options-missing',
          params: { option: 'Vestiaire', formula: 'Dîner spectacle' },
        },
      ],
    });
    expect((await office.save(token, { options: [choose('must')] })).status).toBe(200);
  });

  test('R-118, R-197: only what the public is offered, with its answers', async () => {
    const token = await hold(0);
    const must = choose('must');
    const prices = await office.visit<{ offered: { name: string }[] }>('POST', PRICES, {}, token);
    expect(prices.body.offered.map(({ name }) => name)).toEqual([
      'Coupe',
      'Carte',
      'Envoi postal',
      'Vestiaire',
    ]);
    const save = (...chosen: object[]) => office.save(token, { options: [must, ...chosen] });
    expect(faults(await save(choose('desk')))).toEqual(['/options/1/optionId validation.choice']);
    expect(faults(await save(choose('drinks')))).toEqual(['/options/1/number validation.not-null']);
    expect(faults(await save(choose('drinks', { number: 1 })))).toEqual([
      '/options/1/number validation.value-min',
    ]);
    expect(faults(await save(choose('card')))).toEqual(['/options/1/detail validation.not-blank']);
    expect(faults(await save(choose('card', { detail: 'A&B' }), choose('card', { detail: 'C' })))).toEqual([
      '/options/2/optionId validation.unique',
    ]);
    expect((await save(choose('drinks', { number: 0 }))).status).toBe(422);
    expect((await save(choose('drinks', { number: 1e9 }))).status).toBe(422);
    expect((await save({ ...choose('card'), optionId: randomUUID() })).status).toBe(422);
  });

  test('are priced, paid, shown with the reservation, and come back with its cancellation', async () => {
    const token = await hold(0, 2);
    const chosen = [choose('must'), choose('drinks', { number: 3 }), choose('card', { detail: 'Léa & Tom' })];
    const priced = await office.visit('POST', PRICES, { options: chosen }, token);
    expect(priced.body).toMatchObject({ totalMinor: 17_800 + 3_000 + 500, leftToPayMinor: 21_300 });
    const saved = await office.save(token, { options: chosen });
    expect(saved.body.totalMinor).toBe(21_300);
    const cart = await office.visit('GET', '/app-api/prestiscene/reservations/cart', undefined, token);
    expect(cart.body).toMatchObject({
      ...{ offersOptions: true, totalMinor: 21_300 },
      options: [{ quantity: 3, priceMinor: 3000 }, { detail: 'Léa & Tom' }, { priceMinor: 0 }],
      vat: [{ rate: '20', baseMinor: 2917, vatMinor: 583 }, { rate: '5.5' }],
    });
    const { id } = saved.body.reservation;
    const paymentId = await pay(token, id, 21_300);
    expect(await details(id)).toMatchObject({
      totalTTC: '213.00',
      options: [
        { name: 'Coupe', quantity: 3, price: '30.00', detail: null },
        { name: 'Carte', quantity: 1, price: '5.00', detail: 'Léa & Tom' },
        { name: 'Vestiaire', quantity: 1, price: '0.00' },
      ],
    });
    await office.staff(
      theatre.tenantId,
      'POST',
      `/b/api/prestiscene/reservations/${id}/transitions/cancel`,
      {},
    );
    const canceled = (await office.events('ticketing.reservation.v1')).find(
      (event) => event.$case === 'canceled' && event.value.reservationId === id,
    );
    expect(canceled?.value).toMatchObject({ paymentIds: [paymentId], refundMinor: 21_300 });
  });

  test('are replaced by the next save, and stay with what a place is cancelled of', async () => {
    const token = await hold(0, 2);
    await office.save(token, { options: [choose('must'), choose('drinks', { number: 5 })] });
    const saved = await office.save(token, { options: [choose('must'), choose('drinks', { number: 2 })] });
    expect(saved.body.totalMinor).toBe(19_800);
    const { id } = saved.body.reservation;
    await pay(token, id, 19_800);
    const items = await office.database.asSuperuser<{ id: string }>(
      'SELECT id FROM reservation_item WHERE reservation_id = $1 ORDER BY position',
      [id],
    );
    const change = { edition: 1, items: [items[0]!.id], surplus: 'REFUND' };
    const quote = await office.staff(
      theatre.tenantId,
      'POST',
      `/b/api/prestiscene/reservations/${id}/cancel-places/quote`,
      change,
    );
    expect(quote.body).toMatchObject({ totalBeforeMinor: 19_800, totalMinor: 10_900, backMinor: 8_900 });
  });

  test('a voucher of an amount pays them too', async () => {
    const { code, key } = await makeVoucher(office, theatre.tenantId);
    const token = await hold(0);
    const chosen = { options: [choose('must'), choose('drinks', { number: 2 })], giftVoucher: { code, key } };
    expect((await office.visit('POST', PRICES, chosen, token)).body).toMatchObject({
      giftVoucher: { voucherMinor: 10_000 },
      leftToPayMinor: 900,
    });
    expect((await office.save(token, chosen)).body).toMatchObject({
      voucherMinor: 10_000,
      leftToPayMinor: 900,
    });
  });

  test('the desk sells those of the theatre, and is asked for the address of what is posted', async () => {
    const { tenantId, performanceId } = theatre;
    const held = await office.staff<{ cart: { token: string } }>(
      tenantId,
      'POST',
      `${desk}/representations/${performanceId}/holds`,
      { seats: [seats[0]] },
    );
    const { token } = held.body.cart;
    const sell = (customer: object) =>
      office.staff<Answer & { reservation: { id: string } }>(
        tenantId,
        'POST',
        `${desk}/sales`,
        {
          customer: { lastName: 'Pons', ...customer },
          options: [choose('must'), choose('desk'), choose('post')],
          payment: { kind: 'now', parts: [{ method: 'CASH', amountMinor: 9_900 }] },
        },
        { headers: { 'cart-token': token, 'idempotency-key': randomUUID() } },
      );
    expect(faults(await sell({}))).toEqual([
      '/customer/addressLine1 validation.not-blank',
      '/customer/zipCode validation.not-blank',
      '/customer/city validation.not-blank',
    ]);
    const sold = await sell({ addressLine1: '3 rue des Arts', zipCode: '75011', city: 'Paris' });
    expect(sold.body).toMatchObject({ reservation: { state: 'VALIDATED' }, totalMinor: 9_900 });
    expect((await details(sold.body.reservation.id)).options.map(({ name }) => name)).toEqual([
      'Envoi postal',
      'Placement',
      'Vestiaire',
    ]);
  });
});

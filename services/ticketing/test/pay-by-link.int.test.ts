import { randomUUID } from 'node:crypto';
import { eventually } from '@coulisse/test-kit';
import { BoxOffice, type Theatre } from './support/box-office';

interface Reserved {
  code?: string;
  reservation: { id: string; code: string; state: string };
  deadline: string;
  amountMinor: number;
}

/** A buyer online is mailed the link that pays the order, where the theatre allows it. */
describe('online payment by link', () => {
  let office: BoxOffice;
  let theatre: Theatre;
  let seats: string[];
  const cart = '/app-api/prestiscene/reservations/cart';

  beforeAll(async () => {
    office = await BoxOffice.open();
  }, 60_000);
  beforeEach(async () => {
    theatre = await office.theatre({ rows: 2, seatsPerRow: 8 });
    seats = (await office.seats(theatre.performanceId)).map(({ id }) => id);
  });
  afterAll(() => office.close());

  const allow = (hours: number | null) =>
    office.database.asSuperuser(
      `INSERT INTO settings (id, tenant_id, name, online_payment_link_hours, updated_at) VALUES (uuidv7(), $1, 'Le Grand Soir', $2, now())
       ON CONFLICT (tenant_id) DO UPDATE SET online_payment_link_hours = excluded.online_payment_link_hours`,
      [theatre.tenantId, hours],
    );
  const byLink = (token: string, key = randomUUID()) =>
    office.visit<Reserved>('POST', `${cart}/payment-link`, {}, token, { 'idempotency-key': key });
  const linkOf = (id: string) =>
    [...office.peers.mails.entries()].filter(([name]) => name.startsWith(`payment-link:${id}`));
  const stateOf = async (id: string) =>
    (
      await office.staff<{ state: string; deadline: string }>(
        theatre.tenantId,
        'GET',
        `/b/api/prestiscene/reservations/${id}`,
      )
    ).body;

  test('holds the seats until the deadline, mails the link once, and it pays', async () => {
    await allow(48);
    const buyer = await office.buyer(theatre.performanceId, seats.slice(0, 2));
    const key = randomUUID();
    const [first, again] = [await byLink(buyer.token, key), await byLink(buyer.token, key)];
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.body).toEqual(first.body);
    const { reservation, deadline, amountMinor } = first.body;
    expect([reservation.state, amountMinor]).toEqual(['PRE_RESERVATION', 17_800]);
    const hours = (new Date(deadline).getTime() - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(47.9);
    expect(hours).toBeLessThan(48.1);
    expect(await stateOf(reservation.id)).toMatchObject({ state: 'PRE_RESERVATION' });
    await eventually(() => expect(linkOf(reservation.id)).toHaveLength(1));

    const text = linkOf(reservation.id)[0]?.[1].text ?? '';
    const orderKey = /\/app\/o\?lang=\w\w#([\w-]{64})/.exec(text)?.[1] ?? '';
    const order = '/app-api/prestiscene/reservations/order';
    const paid = await office.visit<{ paymentId: string }>('POST', `${order}/pay`, { amountMinor }, null, {
      'order-key': orderKey,
    });
    expect(paid.status).toBe(200);
    const { paymentId } = paid.body;
    await office.accept(theatre.tenantId, { paymentId, reservationId: reservation.id, amountMinor });
    await eventually(async () => expect((await stateOf(reservation.id)).state).toBe('VALIDATED'));
  });

  test('the cart belongs to the order afterwards: its former token changes nothing of it', async () => {
    await allow(24);
    const buyer = await office.buyer(theatre.performanceId, seats.slice(0, 2));
    const { body } = await byLink(buyer.token);
    expect((await byLink(buyer.token)).body.code).toBe('cart.not-found');
    expect((await office.pay(buyer.token)).status).toBe(404);
    const other = await office.hold(theatre.performanceId, [seats[0]!], buyer.token);
    expect(other.body.code).toBe('reservation.seat-already-reserved');
    const next = await office.hold(theatre.performanceId, [seats[4]!], buyer.token);
    expect([next.status, typeof next.body.cart.token]).toEqual([201, 'string']);
    expect((await stateOf(body.reservation.id)).state).toBe('PRE_RESERVATION');
    const states = (await office.seats(theatre.performanceId)).map(({ state }) => state);
    expect(states.filter((state) => state === 'HELD')).toHaveLength(3);
  });

  test('is refused where the theatre does not offer it, and too shortly before the end of the sale', async () => {
    await allow(null);
    const buyer = await office.buyer(theatre.performanceId, seats.slice(0, 1));
    const refused = await byLink(buyer.token);
    expect([refused.status, refused.body.code]).toEqual([409, 'payment-link.not-offered']);
    await allow(48);
    await office.database.asSuperuser(
      `UPDATE performance SET online_reservation_deadline = now() + interval '30 minutes' WHERE id = $1`,
      [theatre.performanceId],
    );
    expect((await byLink(buyer.token)).body.code).toBe('payment-link.not-offered');
    // Nothing was written: the buyer pays by card.
    expect((await office.pay(buyer.token)).status).toBe(200);
  });

  test('what waits for a payment still counts for its network', async () => {
    await allow(48);
    const network = randomUUID();
    const buyer = await office.buyer(theatre.performanceId, seats.slice(0, 2), network);
    await byLink(buyer.token);
    const rows = await office.database.asSuperuser<{ is_long: boolean }>(
      `SELECT holds, ends_at > now() + interval '40 hours' AS is_long FROM network_hold WHERE tenant_id = $1 AND network = $2`,
      [theatre.tenantId, network],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ is_long: true });
  });

  test('without a saved cart there is nothing to pay', async () => {
    await allow(48);
    const held = await office.hold(theatre.performanceId, [seats[0]!]);
    expect((await byLink(held.body.cart.token)).status).toBe(404);
    expect((await byLink('unknown-token-of-nobody')).status).toBe(404);
  });
});

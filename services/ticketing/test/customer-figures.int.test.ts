import { randomUUID } from 'node:crypto';
import { BoxOffice, type Theatre } from './support/box-office';

const desk = '/b/api/prestiscene/desk';
const reservations = '/b/api/prestiscene/reservations';

/** What the page of a customer says of the money of its reservations. */
describe('the figures of a customer', () => {
  let office: BoxOffice;
  let theatre: Theatre;
  let seats: string[];
  const tiers = randomUUID();

  beforeAll(async () => {
    office = await BoxOffice.open();
    theatre = await office.theatre({ rows: 1, seatsPerRow: 10 });
    seats = (await office.seats(theatre.performanceId)).map(({ id }) => id);
  }, 60_000);
  afterAll(() => office.close());

  const sell = async (seat: string, payment: object, customer: string | null = tiers) => {
    const { tenantId, performanceId } = theatre;
    const holds = `${desk}/representations/${performanceId}/holds`;
    const { body } = await office.staff<{ cart: { token: string } }>(tenantId, 'POST', holds, {
      seats: [seat],
    });
    const headers = { 'cart-token': body.cart.token, 'idempotency-key': randomUUID() };
    const sale = { customer: { firstName: 'Marguerite', lastName: 'Pons' }, tiers: customer, payment };
    const sold = await office.staff<{ reservation: { id: string } }>(
      ...([tenantId, 'POST', `${desk}/sales`, sale, { headers }] as const),
    );
    expect(sold.status).toBe(201);
    return sold.body.reservation.id;
  };
  const figures = async (tenantId = theatre.tenantId, rights = ['ticketing.reservation.read']) => {
    const path = `${reservations}/customers/${tiers}/figures`;
    const { status, body } = await office.staff<object>(tenantId, 'GET', path, undefined, { rights });
    return { status, body };
  };
  const amounts = (paidMinor: number, dueMinor: number, toRefundMinor: number) => ({
    status: 200,
    body: { paidMinor, dueMinor, toRefundMinor },
  });
  const cash = (amountMinor: number) => ({ kind: 'now', parts: [{ method: 'CASH', amountMinor }] });

  test('are what it paid, what is due, and what is to be refunded', async () => {
    expect(await figures()).toEqual(amounts(0, 0, 0));
    const sold = await sell(seats[0]!, cash(8_900));
    expect(await figures()).toEqual(amounts(8_900, 0, 0));
    const deadline = new Date(Date.now() + 86_400_000).toISOString();
    const unpaid = await sell(seats[1]!, { kind: 'later', deadline });
    expect(await figures()).toEqual(amounts(8_900, 8_900, 0));
    // Somebody else's sale counts for nobody but them.
    await sell(seats[2]!, cash(8_900), randomUUID());
    for (const id of [sold, unpaid])
      expect(
        (
          await office.staff(theatre.tenantId, 'POST', `${reservations}/${id}/transitions/cancel`, {
            input: {},
          })
        ).status,
      ).toBe(200);
    expect(await figures()).toEqual(amounts(8_900, 0, 8_900));
  });

  test('are of one tenant, and need the right to read reservations', async () => {
    expect(await figures(randomUUID())).toEqual(amounts(0, 0, 0));
    expect((await figures(theatre.tenantId, ['crm.tiers.read'])).status).toBe(403);
  });
});

import { randomUUID } from 'node:crypto';
import { BoxOffice, type Theatre } from './support/box-office';

interface Page {
  items: Record<string, unknown>[];
}
interface Sale {
  reservation: { id: string; code: string; state: string };
  totalMinor: number;
}

const desk = '/b/api/prestiscene/desk';
const CUSTOMER = {
  firstName: 'Marguerite',
  lastName: 'Pons',
  email: '',
  ...{ addressLine1: '3 rue du Port', zipCode: '77100', city: 'Meaux' },
};

/** What is to be collected and what is to be sent by post. One place costs 89.00. */
describe('lists of work', () => {
  let office: BoxOffice;
  let theatre: Theatre;
  let seats: string[];
  let postId: string;

  beforeAll(async () => {
    office = await BoxOffice.open();
  }, 60_000);
  afterAll(() => office.close());
  beforeEach(async () => {
    const tenantId = randomUUID();
    const made = await office.staff<{ id: string }>(tenantId, 'POST', '/b/api/configuration/options', {
      ...{ name: 'Envoi postal', totalTTC: '5.00', vat: '20', forPostalSend: true },
    });
    postId = made.body.id;
    theatre = await office.theatre({ tenantId, formula: { options: [postId] } });
    seats = (await office.seats(theatre.performanceId)).map(({ id }) => id);
  });
  const read = async (path: string, tenantId = theatre.tenantId) =>
    (await office.staff<Page>(tenantId, 'GET', `/b/api/prestiscene/${path}`)).body.items;
  const sell = async (seat: string, body: object) => {
    const held = await office.staff<{ cart: { token: string } }>(
      theatre.tenantId,
      'POST',
      `${desk}/representations/${theatre.performanceId}/holds`,
      { seats: [seat] },
    );
    const headers = { 'cart-token': held.body.cart.token, 'idempotency-key': randomUUID() };
    const sale = await office.staff<Sale>(
      theatre.tenantId,
      'POST',
      `${desk}/sales`,
      { customer: CUSTOMER, ...body },
      { headers },
    );
    expect(sale.status).toBe(201);
    return sale.body;
  };
  const cash = (amountMinor: number) => ({
    payment: { kind: 'now', parts: [{ method: 'CASH', amountMinor }] },
  });
  const posted = () => ({ options: [{ formulaId: theatre.formulaId, optionId: postId }] });

  test('a reservation is in the list to collect while money is due of it', async () => {
    await sell(seats[0]!, cash(8_900));
    expect(await read('reservations/list-unpaid')).toEqual([]);
    const deadline = new Date(Date.now() + 3_600_000).toISOString();
    const later = await sell(seats[1]!, { payment: { kind: 'later', deadline } });
    expect(await read('reservations/list-unpaid')).toMatchObject([
      {
        id: later.reservation.id,
        code: later.reservation.code,
        totalTTC: '89.00',
        paidTTC: '0.00',
        dueTTC: '89.00',
        performance: { id: theatre.performanceId },
      },
    ]);
    const cancel = `/b/api/prestiscene/reservations/${later.reservation.id}/transitions/cancel`;
    expect((await office.staff(theatre.tenantId, 'POST', cancel, {})).status).toBe(200);
    expect(await read('reservations/list-unpaid')).toEqual([]);
  });

  test('a draft of a gift voucher is in its own', async () => {
    const deadline = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
    const sale = await office.staff<{ giftVoucher: { id: string } }>(
      theatre.tenantId,
      'POST',
      `${desk}/gift-vouchers`,
      {
        customer: { ...CUSTOMER, email: 'pons@partner.example' },
        amount: '80',
        payment: { kind: 'later', deadline },
      },
      { headers: { 'idempotency-key': randomUUID() } },
    );
    expect(sale.status).toBe(201);
    expect(await read('gift-vouchers/list-unpaid')).toMatchObject([
      { id: sale.body.giftVoucher.id, leftToPay: '80.00', deadline },
    ]);
  });

  test('R-044, R-045: what is posted is in the list to send, is marked as sent, and taken back', async () => {
    await sell(seats[0]!, cash(8_900));
    const { reservation } = await sell(seats[1]!, { ...posted(), ...cash(9_400) });
    const list = () => read('list-to-send/list');
    expect(await list()).toMatchObject([
      {
        id: reservation.id,
        code: reservation.code,
        kind: 'RESERVATION',
        state: 'TO_SEND',
        isSent: false,
        contents: 'Envoi postal',
        address: '3 rue du Port, 77100 Meaux',
      },
    ]);
    const toggle = (
      rights: string[] = ['ticketing.list-to-send.read', 'ticketing.reservation.post'],
      tenantId = theatre.tenantId,
    ) =>
      office.staff<{ isSent: boolean }>(
        tenantId,
        'POST',
        `/b/api/prestiscene/list-to-send/${reservation.id}/toggle-sent`,
        {},
        { rights },
      );
    expect((await toggle()).body).toEqual({ isSent: true });
    expect(await list()).toMatchObject([{ state: 'SENT', isSent: true }]);
    expect((await toggle()).body).toEqual({ isSent: false });
    expect(await list()).toMatchObject([{ state: 'TO_SEND', isSent: false }]);
    expect((await toggle(['ticketing.reservation.read'])).status).toBe(403);
    expect((await toggle(['ticketing.list-to-send.read'])).status).toBe(403);
    expect((await toggle(undefined, randomUUID())).status).toBe(404);
  });
});

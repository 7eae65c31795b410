import { randomUUID } from 'node:crypto';
import { localDate } from '@coulisse/contracts';
import { eventually } from '@coulisse/test-kit';
import type { StatementPreview } from '../src/features/statements/statement';
import type { StatementKind } from '../src/features/statements/statement.domain';
import { BoxOffice, type Theatre } from './support/box-office';

interface Details {
  state: string;
  version: number;
  totalTTC: string;
  vat: { rate: string; baseMinor: number; vatMinor: number }[];
  items: { id: string; formula: string }[];
  options: { name: string; quantity: number; price: string }[];
  payments: { id: string; refundedMinor: number }[];
}
interface Money {
  totalMinor: number;
  backMinor: number;
  dueMinor: number;
}

const desk = '/b/api/prestiscene/desk';
const reservations = '/b/api/prestiscene/reservations';
const today = localDate(new Date(), 'Europe/Paris');
const CUSTOMER = { lastName: 'Pons', email: 'pons@example.test' };

/** What is sold beside places is money of the reservation, and no receipt of the performance. */
describe('options with a ticket in sums, statements and documents', () => {
  let office: BoxOffice;
  let theatre: Theatre;
  let seats: string[];
  let drinks: string;
  let supper: string;

  beforeAll(async () => {
    office = await BoxOffice.open();
  }, 60_000);
  afterAll(() => office.close());

  beforeEach(async () => {
    const tenantId = randomUUID();
    const make = async (path: string, values: object) => {
      const answer = await office.staff<{ id: string }>(
        tenantId,
        'POST',
        `/b/api/configuration/${path}`,
        values,
      );
      expect(answer.status).toBe(201);
      return answer.body.id;
    };
    drinks = await make('options', {
      ...{ name: 'Coupe', totalTTC: '10.00', vat: '20', isTicket: true },
      ...{ requiresNumberEntry: true, numberEntryLabel: 'Combien ?' },
    });
    theatre = await office.theatre({ tenantId });
    // Drinks are sold with the supper alone.
    supper = await make('formules', {
      ...{ name: 'Souper', category: theatre.categoryId, ticketPriceTTC: '60.00', options: [drinks] },
      vatBreakdown: [
        { label: 'Spectacle', rate: '5.5', amountTTC: '20.00' },
        { label: 'Repas', rate: '10', amountTTC: '40.00' },
      ],
    });
    theatre.performanceId = await office.perform(theatre, {
      ...{ date: today, showTimes: ['23:59'], isMultiFormule: true },
      formulas: [theatre.formulaId, supper],
    });
    seats = (await office.seats(theatre.performanceId)).map(({ id }) => id);
  });

  const staff = <B>(method: string, path: string, body?: object, token?: string) =>
    office.staff<B>(theatre.tenantId, method, path, body, {
      headers: { 'idempotency-key': randomUUID(), ...(token ? { 'cart-token': token } : {}) },
    });
  const hold = async (chosen: readonly string[]) =>
    (
      await staff<{ cart: { token: string } }>(
        'POST',
        `${desk}/representations/${theatre.performanceId}/holds`,
        { seats: chosen },
      )
    ).body.cart.token;
  const later = { kind: 'later', deadline: new Date(Date.now() + 3_600_000).toISOString() };
  /** One place of the usual formula (89.00), the others with supper (60.00), and drinks. */
  const sell = async (suppers: number, number: number, payment: object) => {
    const [first, ...others] = seats.splice(0, suppers + 1);
    const { status, body } = await staff<{ reservation: { id: string } }>(
      'POST',
      `${desk}/sales`,
      {
        ...{ customer: CUSTOMER, payment },
        formulaBySeat: Object.fromEntries([
          [first, theatre.formulaId],
          ...others.map((seat) => [seat, supper]),
        ]),
        options: [{ formulaId: supper, optionId: drinks, number }],
      },
      await hold([first!, ...others]),
    );
    expect([status, body]).toMatchObject([201, {}]);
    return body.reservation.id;
  };
  const inCash = (amountMinor: number) => ({ kind: 'now', parts: [{ method: 'CASH', amountMinor }] });
  const details = async (id: string) =>
    (await staff<Details>('GET', `${reservations}/${id}/informations`)).body;
  const statement = async (kind: StatementKind) => {
    const path = `/b/api/configuration/representations/statements?kind=${kind}&from=${today}&until=${today}`;
    const { columns, rows, totals } = (await staff<StatementPreview>('GET', path)).body;
    const named = (row: StatementPreview['totals']) =>
      Object.fromEntries(columns.map(({ name }, index) => [name, row?.[index]]));
    return { rows: rows.map(named), totals: named(totals) };
  };
  const booked = async () =>
    (await statement('ACCOUNTING')).rows.map(({ account, rate, debit, credit }) => [
      account,
      rate,
      debit,
      credit,
    ]);
  const cancelSuppers = async (id: string, count: number) => {
    const { items } = await details(id);
    const chosen = items.filter(({ formula }) => formula === 'Souper').slice(0, count);
    const change = { edition: 1, items: chosen.map((item) => item.id), surplus: 'REFUND' };
    const { body } = await staff<Money>('POST', `${reservations}/${id}/cancel-places/quote`, change);
    const { totalMinor, backMinor, dueMinor } = body;
    const shown = { totalMinor, backMinor, dueMinor };
    expect((await staff('POST', `${reservations}/${id}/cancel-places`, { ...change, shown })).status).toBe(
      200,
    );
    return shown;
  };
  const refundInCash = async (id: string, amountMinor: number) => {
    const [payment] = (await details(id)).payments;
    await office.publishEvent(theatre.tenantId, 'payments.payment.v1', payment!.id, {
      $case: 'refunded',
      value: {
        ...{ paymentId: payment!.id, reservationId: id, giftVoucherId: '', refundId: randomUUID() },
        ...{
          amountMinor,
          method: 'CASH',
          refundedAt: new Date(),
          toRefundMinor: 0,
          refundedMinor: amountMinor,
        },
      },
    });
    await eventually(async () => expect((await details(id)).payments[0]!.refundedMinor).toBe(amountMinor));
  };
  const drinkTickets = (id: string) =>
    office.database.asSuperuser<{ state: string }>(
      'SELECT state FROM ticket WHERE reservation_id = $1 AND reservation_option_id IS NOT NULL',
      [id],
    );

  test('are in the totals and the books of a reservation, and in no statement of the receipts of a performance', async () => {
    const id = await sell(2, 3, inCash(8_900 + 12_000 + 3_000));
    // 89.00 and 40.00 at 5.5 %, 80.00 at 10 %, 30.00 at 20 %.
    expect(await details(id)).toMatchObject({
      totalTTC: '239.00',
      vat: [
        { rate: '20', baseMinor: 2_500, vatMinor: 500 },
        { rate: '10', baseMinor: 7_273, vatMinor: 727 },
        { rate: '5.5', baseMinor: 12_227, vatMinor: 673 },
      ],
    });
    expect(await booked()).toEqual([
      ['53', null, '239.00', null],
      ['706', '20', null, '25.00'],
      ['44571', '20', null, '5.00'],
      ['706', '10', null, '72.73'],
      ['44571', '10', null, '7.27'],
      ['706', '5.5', null, '122.27'],
      ['44571', '5.5', null, '6.73'],
    ]);
    const slip = await statement('TICKETING_SLIP');
    expect(slip.rows.map(({ price, paidTickets, receiptsTTC }) => [price, paidTickets, receiptsTTC])).toEqual(
      [
        ['89.00', 1, '89.00'],
        ['60.00', 2, '120.00'],
      ],
    );
    expect((await statement('SACEM')).totals).toMatchObject({
      ...{ tickets: 3, receiptsTTC: '209.00', vat: '14.00', showHT: '122.27', mealHT: '72.73' },
    });
    expect((await statement('CNM')).rows).toMatchObject([
      { paidTickets: 3, receiptsTTC: '209.00', mealTTC: '80.00', showHT: '122.27', tax: '4.28' },
    ]);
    expect((await statement('SIBIL')).totals).toMatchObject({ receiptsTTC: '209.00', receiptsHT: '195.00' });
    // Numbers of drinks are of a series of their own.
    await eventually(async () => {
      const { rows } = await statement('TICKETING_SLIP');
      for (const { firstNumber, lastNumber } of rows)
        expect([firstNumber, lastNumber]).toEqual([
          expect.stringMatching(/^T-/),
          expect.stringMatching(/^T-/),
        ]);
    });
  });

  test('stay with a place of their formula, and go back with the last one, with their tickets and their VAT', async () => {
    const id = await sell(2, 3, inCash(8_900 + 12_000 + 3_000));
    expect(await cancelSuppers(id, 1)).toMatchObject({ totalMinor: 17_900, backMinor: 6_000 });
    expect((await drinkTickets(id)).map(({ state }) => state)).toEqual(Array(3).fill('VALIDATED'));

    const other = await sell(1, 2, inCash(8_900 + 6_000 + 2_000));
    expect(await cancelSuppers(other, 1)).toMatchObject({ totalMinor: 8_900, backMinor: 8_000 });
    expect(await details(other)).toMatchObject({
      totalTTC: '89.00',
      vat: [{ rate: '5.5', baseMinor: 8_436, vatMinor: 464 }],
      options: [],
    });
    expect((await drinkTickets(other)).map(({ state }) => state)).toEqual(['CANCELED', 'CANCELED']);
    await refundInCash(other, 8_000);
    // 239.00 of the first one, which is not refunded yet, and 89.00 of the other one.
    const books = await booked();
    expect(books[0]).toEqual(['53', null, '328.00', null]);
    const at20 = books.filter(([, rate]) => rate === '20').map(([account, , , credit]) => [account, credit]);
    expect(at20).toEqual([
      ['706', '25.00'],
      ['44571', '5.00'],
    ]);
    expect((await statement('TICKETING_SLIP')).rows).toMatchObject([
      { price: '89.00', paidTickets: 2, canceledTickets: 0 },
      { price: '60.00', paidTickets: 1, canceledTickets: 2, receiptsTTC: '60.00' },
    ]);
  });

  test('are lines of the quote, and of its new version when the reservation is revised', async () => {
    const id = await sell(2, 3, later);
    await office.database.asSuperuser('UPDATE reservation SET tiers_id = $2 WHERE id = $1', [
      id,
      randomUUID(),
    ]);
    const draft = async () =>
      (
        await staff<{ items: { label: string; quantity: string; unitPrice: string; vatRate: string }[] }>(
          'GET',
          `${reservations}/${id}/document-draft/quote`,
        )
      ).body.items.map(({ label, quantity, unitPrice, vatRate }) => [label, quantity, unitPrice, vatRate]);
    const usual = ['Dîner spectacle', '1', '89.00', '5.5'];
    const drinksLine = ['Coupe × 3', '1', '30.00', '20'];
    expect(await draft()).toEqual([
      usual,
      ['Souper · Spectacle', '2', '20.00', '5.5'],
      ['Souper · Repas', '2', '40.00', '10'],
      drinksLine,
    ]);
    const revise = async (keep: (formula: string, index: number) => boolean) => {
      const { items, version } = await details(id);
      const body = {
        keep: items.filter(({ formula }, index) => keep(formula, index)).map((item) => item.id),
        formulaBySeat: {},
      };
      const quote = await staff<{ totalMinor: number }>('POST', `${reservations}/${id}/revise/quote`, body);
      const content = { ...body, version, shownMinor: quote.body.totalMinor };
      expect((await staff('POST', `${reservations}/${id}/revise`, content)).status).toBe(200);
      return quote.body.totalMinor;
    };
    // One supper less: the drinks stay.
    expect(await revise((_, index) => index !== 1)).toBe(8_900 + 6_000 + 3_000);
    expect(await draft()).toEqual([
      usual,
      ['Souper · Spectacle', '1', '20.00', '5.5'],
      ['Souper · Repas', '1', '40.00', '10'],
      drinksLine,
    ]);
    expect(await details(id)).toMatchObject({
      totalTTC: '179.00',
      options: [{ name: 'Coupe', quantity: 3 }],
    });
    // Without a supper there is nothing that drinks are sold with.
    expect(await revise((formula) => formula !== 'Souper')).toBe(8_900);
    expect(await draft()).toEqual([usual]);
    expect(await details(id)).toMatchObject({ totalTTC: '89.00', options: [] });
    const paid = await staff<{ reservation: { state: string } }>('POST', `${reservations}/${id}/collect`, {
      parts: [{ method: 'CASH', amountMinor: 8_900 }],
    });
    expect(paid.body.reservation.state).toBe('VALIDATED');
    expect(await drinkTickets(id)).toEqual([]);
  });
});

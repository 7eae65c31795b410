import { randomUUID } from 'node:crypto';
import { localDate, type TopicEvent } from '@coulisse/contracts';
import { systemActor } from '@coulisse/service-kit';
import { eventually } from '@coulisse/test-kit';
import type { PerformanceFigures } from '../src/features/figures/figures.read-model';
import { recordRefund } from '../src/features/sale/record-refund.command';
import type { StatementPreview } from '../src/features/statements/statement';
import type { StatementKind } from '../src/features/statements/statement.domain';
import { BoxOffice, type Theatre } from './support/box-office';

const base = '/b/api/configuration/representations/statements';

describe('statements of a box office', () => {
  let office: BoxOffice;
  let theatre: Theatre;
  let codes: string[];
  const today = localDate(new Date(), 'Europe/Paris');
  const address = (kind: string, from = today, until = today) =>
    `${base}?kind=${kind}&from=${from}&until=${until}`;
  const read = async (kind: StatementKind, tenantId = theatre.tenantId) =>
    (await office.staff<StatementPreview>(tenantId, 'GET', address(kind))).body;
  const objects = ({ columns, rows }: StatementPreview) =>
    rows.map((row) => Object.fromEntries(columns.map(({ name }, index) => [name, row[index]])));
  const sell = async (count: number) => {
    const free = (await office.seats(theatre.performanceId)).filter(({ state }) => state === 'FREE');
    const buyer = await office.paidBuyer(
      theatre,
      free.slice(0, count).map(({ id }) => id),
    );
    await eventually(async () =>
      expect((await office.outcome(buyer.reservation.id, buyer.token)).outcome).toBe('VALIDATED'),
    );
    return buyer;
  };

  beforeAll(async () => {
    office = await BoxOffice.open();
    theatre = await office.theatre({
      price: '105.50',
      show: { genre: 'CABARET', costHT: '500.00' },
      performance: { date: today, showTimes: ['23:59'] },
    });
    await sell(2);
    const { reservation } = await sell(1);
    await eventually(async () => {
      const rows = await office.database.asSuperuser<{ code: string | null }>(
        'SELECT code FROM ticket WHERE tenant_id = $1 ORDER BY code',
        [theatre.tenantId],
      );
      codes = rows.flatMap(({ code }) => code ?? []);
      expect(codes).toHaveLength(3);
    });
    const canceled = await office.staff(
      theatre.tenantId,
      'POST',
      `/b/api/prestiscene/reservations/${reservation.id}/transitions/cancel`,
      {},
    );
    expect(canceled.status).toBe(200);
  }, 60_000);
  afterAll(() => office.close());

  test('the ticketing slip counts a canceled ticket and keeps its number, but not its money', async () => {
    const slip = await read('TICKETING_SLIP');
    expect(objects(slip)).toEqual([
      {
        ...{ show: 'Le Grand Soir', date: today, time: '23:59', room: 'Grande salle', category: 'Or' },
        ...{ price: '105.50', paidTickets: 2, freeTickets: 0, canceledTickets: 1 },
        ...{ firstNumber: codes[0], lastNumber: codes[2], receiptsTTC: '211.00' },
      },
    ]);
    expect(slip.totals).toEqual([null, null, null, null, null, null, 2, 0, 1, null, null, '211.00']);
    expect(slip.isCut).toBe(false);
  });

  test('SACEM, CNM and SIBIL declare the same receipts', async () => {
    expect(objects(await read('SACEM'))).toEqual([
      expect.objectContaining({
        ...{ gauge: 10, tickets: 2, receiptsTTC: '211.00', showHT: '200.00', mealHT: '0.00' },
        expensesHT: '500.00',
      }),
    ]);
    expect(objects(await read('CNM'))).toEqual([
      expect.objectContaining({ paidTickets: 2, showHT: '200.00', tax: '7.00' }),
    ]);
    const sibil = await read('SIBIL');
    expect(objects(sibil)).toEqual([
      expect.objectContaining({ genre: 'Cabaret, dîner-spectacle', price: '105.50', tickets: 2 }),
    ]);
    expect(sibil.roomsWithoutAddress).toEqual([{ id: expect.any(String), name: 'Grande salle' }]);
  });

  test('the CNM tax of a dinner show is due on the share of the show, in the statement as on the page of the performance (R-174)', async () => {
    const dinner = await office.theatre({
      price: '89.99',
      formula: {
        vatBreakdown: [
          { label: 'Spectacle', rate: '5.5', amountTTC: '45.01' },
          { label: 'Dîner', rate: '10', amountTTC: '34.98' },
          { label: 'Vin', rate: '20', amountTTC: '10.00' },
        ],
      },
      performance: { date: today, showTimes: ['23:59'] },
    });
    const seats = (await office.seats(dinner.performanceId)).slice(0, 3).map(({ id }) => id);
    const { reservation, token } = await office.paidBuyer(dinner, seats);
    await eventually(async () =>
      expect((await office.outcome(reservation.id, token)).outcome).toBe('VALIDATED'),
    );
    const declared = {
      ...{ receiptsTTC: '269.97', mealTTC: '134.94', showTTC: '135.03', showHT: '127.99', tax: '4.48' },
    };
    expect(objects(await read('CNM', dinner.tenantId))).toEqual([expect.objectContaining(declared)]);
    expect(objects(await read('SACEM', dinner.tenantId))).toEqual([
      expect.objectContaining({ vat: '21.58', showHT: '127.99', mealHT: '120.40' }),
    ]);
    expect(objects(await read('SIBIL', dinner.tenantId))).toEqual([
      expect.objectContaining({ receiptsTTC: '269.97', receiptsHT: '248.39' }),
    ]);
    const page = await office.staff<PerformanceFigures>(
      dinner.tenantId,
      'GET',
      `/b/api/configuration/representations/${dinner.performanceId}/statistics-data`,
    );
    expect(page.body.cnm).toEqual({ basisPoints: 350, baseMinor: 12_799, taxMinor: 448 });
  });

  test('accounting books payments of the day by method and rate, balanced', async () => {
    const accounting = await read('ACCOUNTING');
    expect(objects(accounting)).toEqual([
      expect.objectContaining({ account: '511', debit: '316.50', credit: null }),
      expect.objectContaining({ account: '706', rate: '5.5', credit: '300.00' }),
      expect.objectContaining({ account: '44571', rate: '5.5', credit: '16.50' }),
    ]);
    expect(accounting.totals?.slice(-2)).toEqual(['316.50', '316.50']);
  });

  test('the till report has the payments and the refunds of the day by means of payment', async () => {
    const till = { date: today, means: 'Carte', payments: 2, received: '316.50', refunds: 0 };
    const report = await read('TILL');
    expect(objects(report)).toEqual([{ ...till, givenBack: '0.00', balance: '316.50' }]);
    expect(report.totals).toEqual([null, null, 2, '316.50', 0, '0.00', '316.50']);
  });

  test('a refund is booked the other way round, once for each report of a higher amount', async () => {
    const [payment] = await office.database.asSuperuser<{ id: string; reservation_id: string }>(
      'SELECT id, reservation_id FROM reservation_payment WHERE tenant_id = $1 AND amount_minor = 21100',
      [theatre.tenantId],
    );
    const report = (refundedMinor: number) =>
      office.service.ctx.db.inTenant(systemActor(theatre.tenantId, 'test'), (tx) =>
        recordRefund(tx, {
          paymentId: payment!.id,
          reservationId: payment!.reservation_id,
          toRefundMinor: 0,
          refundedMinor,
        }),
      );
    await report(5_275);
    await report(5_275);
    await report(10_550);
    expect(objects(await read('ACCOUNTING'))).toEqual([
      expect.objectContaining({ account: '511', debit: '211.00' }),
      expect.objectContaining({ account: '706', credit: '200.00' }),
      expect.objectContaining({ account: '44571', credit: '11.00' }),
    ]);
    const refunds = await office.database.asSuperuser<{ amount_minor: number }>(
      'SELECT amount_minor FROM reservation_refund WHERE payment_id = $1',
      [payment!.id],
    );
    expect(refunds.map(({ amount_minor }) => amount_minor)).toEqual([5_275, 5_275]);
    expect(objects(await read('TILL'))).toEqual([
      expect.objectContaining({ received: '316.50', refunds: 2, givenBack: '105.50', balance: '211.00' }),
    ]);
    // The second one was recorded by mistake, is undone and recorded again: neither is it given back twice, nor does it come in.
    await report(5_275);
    expect(objects(await read('TILL'))).toEqual([
      expect.objectContaining({ payments: 2, received: '316.50', refunds: 1, givenBack: '52.75' }),
    ]);
    await report(10_550);
    expect(objects(await read('TILL'))).toEqual([
      expect.objectContaining({ payments: 2, received: '316.50', refunds: 2, givenBack: '105.50' }),
    ]);
  });

  test('a place that is given back later changes nothing that was booked before; its refund takes its own VAT back, as it was paid out', async () => {
    const other = await office.theatre({
      price: '105.50',
      performance: { date: today, showTimes: ['23:59'] },
    });
    const buyer = await office.paidBuyer(
      other,
      (await office.seats(other.performanceId)).slice(0, 2).map(({ id }) => id),
    );
    const { id } = buyer.reservation;
    await eventually(async () => expect((await office.outcome(id, buyer.token)).outcome).toBe('VALIDATED'));
    const [item, payment] = [
      (
        await office.database.asSuperuser<{ id: string }>(
          `UPDATE reservation_item SET vat = '[{"rateBasisPoints": 2000, "amountMinor": 10550}]'
           WHERE id = (SELECT id FROM reservation_item WHERE reservation_id = $1 ORDER BY position LIMIT 1) RETURNING id`,
          [id],
        )
      )[0]!,
      (
        await office.database.asSuperuser<{ id: string }>(
          'SELECT id FROM reservation_payment WHERE reservation_id = $1',
          [id],
        )
      )[0]!,
    ];
    const tomorrow = localDate(new Date(Date.now() + 86_400_000), 'Europe/Paris');
    const booked = async () => {
      const { body } = await office.staff<StatementPreview>(
        other.tenantId,
        'GET',
        address('ACCOUNTING', today, tomorrow),
      );
      return objects(body).map((row) => [row.date, row.account, row.rate, row.debit, row.credit]);
    };
    const ofToday = await booked();
    expect(ofToday).toEqual([
      [today, '511', null, '211.00', null],
      [today, '706', '20', null, '87.92'],
      [today, '44571', '20', null, '17.58'],
      [today, '706', '5.5', null, '100.00'],
      [today, '44571', '5.5', null, '5.50'],
    ]);
    // It is given back now, and refunded tomorrow.
    await office.database.asSuperuser(
      `UPDATE reservation_item SET canceled_at = now(), cancel_cause = 'CANCELED' WHERE id = $1`,
      [item.id],
    );
    await office.service.ctx.db.inTenant(systemActor(other.tenantId, 'test'), (tx) =>
      recordRefund(tx, {
        ...{ paymentId: payment.id, reservationId: id },
        ...{ toRefundMinor: 0, refundedMinor: 10_550, method: 'TRANSFER' },
      }),
    );
    const tillOf = async (day: string) =>
      objects((await office.staff<StatementPreview>(other.tenantId, 'GET', address('TILL', day, day))).body);
    await office.database.asSuperuser(
      `UPDATE reservation_refund SET at = at + interval '1 day' WHERE payment_id = $1`,
      [payment.id],
    );
    expect(await tillOf(tomorrow)).toEqual([expect.objectContaining({ refunds: 1, givenBack: '105.50' })]);
    expect(await booked()).toEqual([
      ...ofToday,
      [tomorrow, '512', null, null, '105.50'],
      [tomorrow, '706', '20', '87.92', null],
      [tomorrow, '44571', '20', '17.58', null],
    ]);
    // Undone on another day than that of the refund it is a refund less there; on the same day nothing is left of it.
    await office.service.ctx.db.inTenant(systemActor(other.tenantId, 'test'), (tx) =>
      recordRefund(tx, { paymentId: payment.id, reservationId: id, toRefundMinor: 10_550, refundedMinor: 0 }),
    );
    const means = (await tillOf(today)).map((row) => [row.means, row.payments, row.refunds, row.givenBack]);
    expect(means).toEqual([
      ['Carte', 1, 0, '0.00'],
      ['Virement', 0, -1, '-105.50'],
    ]);
    await office.database.asSuperuser(
      `UPDATE reservation_refund SET at = at + interval '1 day' WHERE payment_id = $1 AND amount_minor < 0`,
      [payment.id],
    );
    expect(await tillOf(tomorrow)).toEqual([]);
  });

  test('refunds by two means that are both undone on the same day leave nothing in the till report', async () => {
    const other = await office.theatre({ performance: { date: today, showTimes: ['23:59'] } });
    const seats = (await office.seats(other.performanceId)).slice(0, 1).map(({ id }) => id);
    const { reservation, token, paymentId, totalMinor } = await office.paidBuyer(other, seats);
    await eventually(async () =>
      expect((await office.outcome(reservation.id, token)).outcome).toBe('VALIDATED'),
    );
    const means = async () =>
      objects(await read('TILL', other.tenantId))
        .map((row) => [row.means, row.payments, row.refunds, row.givenBack])
        .sort();
    const publish = (event: TopicEvent<'payments.payment.v1'>) =>
      office.publishEvent(other.tenantId, 'payments.payment.v1', paymentId, event);
    const subject = { paymentId, reservationId: reservation.id };
    const half = totalMinor / 2;
    const refund = (method: string, toRefundMinor: number) =>
      publish({
        $case: 'refunded',
        value: {
          ...{ ...subject, refundId: randomUUID(), amountMinor: half, method, refundedAt: new Date() },
          ...{ toRefundMinor, refundedMinor: totalMinor - toRefundMinor },
        },
      });
    const undo = (undoneMethod: string, toRefundMinor: number) =>
      publish({
        $case: 'refundChanged',
        value: { ...subject, toRefundMinor, refundedMinor: totalMinor - toRefundMinor, undoneMethod },
      });
    const sold = ['Carte', 1, 0, '0.00'];
    const inCash = ['Espèces', 0, 1, (half / 100).toFixed(2)];
    await refund('CASH', half);
    await refund('TRANSFER', 0);
    await eventually(async () =>
      expect(await means()).toEqual([sold, inCash, ['Virement', 0, 1, (half / 100).toFixed(2)]]),
    );
    await undo('TRANSFER', half);
    await eventually(async () => expect(await means()).toEqual([sold, inCash]));
    await undo('CASH', totalMinor);
    await eventually(async () => expect(await means()).toEqual([sold]));
  });

  test('the list of places has every place with its ticket', async () => {
    const places = objects(await read('CLASSIC'));
    expect(places.map(({ ticket }) => ticket).sort()).toEqual(codes.slice(0, 2));
    expect(places[0]).toMatchObject({
      state: 'Validée',
      channel: 'En ligne',
      price: '105.50',
      category: 'Or',
    });
  });

  test('another theatre sees nothing of it, and nobody without the right', async () => {
    const other = await office.theatre();
    expect((await read('CLASSIC', other.tenantId)).rows).toEqual([]);
    expect((await read('ACCOUNTING', other.tenantId)).rows).toEqual([]);
    const rights = { rights: ['ticketing.figures.read'] };
    const answer = await office.staff(theatre.tenantId, 'GET', address('CNM'), undefined, rights);
    expect(answer.status).toBe(403);
  });

  test.each([
    ['CNM', '2026-12-31', '2026-01-01', '/until', 'validation.period'],
    ['CNM', '2025-01-01', '2026-12-31', '/until', 'statement.period-too-long'],
    ['CNM', '2026-02-30', '2026-03-01', '/from', 'validation.date'],
    ['TAX', '2026-01-01', '2026-03-01', '/kind', 'validation.choice'],
  ])('refuses %s from %s until %s at %s', async (kind, from, until, pointer, code) => {
    const answer = await office.staff<{ errors: { pointer: string; code: string }[] }>(
      theatre.tenantId,
      'GET',
      address(kind, from, until),
    );
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toEqual([expect.objectContaining({ pointer, code })]);
  });

  test('files have a header and the same rows', async () => {
    const file = `${base}/file?kind=TICKETING_SLIP&from=${today}&until=${today}`;
    const csv = await office.staff(theatre.tenantId, 'GET', `${file}&format=csv`);
    expect(csv.headers.get('content-disposition')).toContain('Relev');
    expect(csv.text.split('\r\n')[0]).toMatch(/Spectacle;Date;Heure;Salle/);
    expect(csv.text.split('\r\n')[1]).toMatch(/Le Grand Soir;.*;211,00$/);
    const xlsx = await office.staff(theatre.tenantId, 'GET', file);
    expect(xlsx.headers.get('content-type')).toContain('spreadsheetml');
  });
});

import { randomUUID } from 'node:crypto';
import { ticketingV1 } from '@coulisse/contracts';
import { status } from '@grpc/grpc-js';
import { openClient } from '@coulisse/service-kit';
import { eventually, testCredentials } from '@coulisse/test-kit';
import { BoxOffice, type Theatre } from './support/box-office';
import { makeVoucher } from './support/vouchers';

/** Sales asks what pays for a reservation, and is told when that changes. */
describe('money of a reservation', () => {
  let office: BoxOffice;
  let theatre: Theatre;
  let asking: ReturnType<typeof openAs>;

  beforeAll(async () => {
    office = await BoxOffice.open();
    asking = openAs('sales');
  }, 60_000);
  beforeEach(async () => {
    theatre = await office.theatre();
  });
  afterAll(async () => {
    asking?.close();
    await office.close();
  });

  const seats = async (count: number) =>
    (await office.seats(theatre.performanceId)).slice(0, count).map(({ id }) => id);
  /** As sales asks. */
  const openAs = (service: 'sales' | 'crm') =>
    openClient(ticketingV1.ReservationServiceDefinition, office.service.grpcAddress, {
      credentials: testCredentials(service),
    });
  const moneyOf = (reservationId: string) =>
    asking.client.getReservationMoney({ tenantId: theatre.tenantId, reservationId });
  const amounts = async (reservationId: string) =>
    (await moneyOf(reservationId)).parts.map(({ method, amountMinor, returnedMinor }) => [
      method,
      amountMinor,
      returnedMinor,
    ]);
  const eventsOf = async (reservationId: string) =>
    (await office.events('ticketing.reservation.v1'))
      .filter(({ value }) => value.reservationId === reservationId)
      .map(({ $case }) => $case)
      .filter(($case) => ['validated', 'canceled', 'moneyChanged'].includes($case));
  const sold = async () => {
    const { reservation, token } = await office.paidBuyer(theatre, await seats(2));
    await eventually(async () =>
      expect((await office.outcome(reservation.id, token)).outcome).toBe('VALIDATED'),
    );
    const [payment] = await office.database.asSuperuser<{ id: string }>(
      'SELECT id FROM reservation_payment WHERE reservation_id = $1',
      [reservation.id],
    );
    return { ...reservation, paymentId: payment!.id };
  };

  test('is what was paid, until it is given back after a cancellation', async () => {
    const { id, code, paymentId } = await sold();
    const first = await moneyOf(id);
    expect([first.code, await amounts(id)]).toEqual([code, [['CARD', 17_800, 0]]]);
    await office.staff(
      theatre.tenantId,
      'POST',
      `/b/api/prestiscene/reservations/${id}/transitions/cancel`,
      {},
    );
    // To be given back, and not given back yet.
    expect(await amounts(id)).toEqual([['CARD', 17_800, 0]]);
    await office.publishEvent(theatre.tenantId, 'payments.payment.v1', paymentId, {
      $case: 'refunded',
      value: {
        ...{ paymentId, reservationId: id, refundId: randomUUID(), amountMinor: 7_800, method: 'CARD' },
        ...{ refundedAt: new Date(), toRefundMinor: 10_000, refundedMinor: 7_800 },
      },
    });
    await eventually(async () => expect(await amounts(id)).toEqual([['CARD', 10_000, 7_800]]));
    expect(await eventsOf(id)).toEqual(['validated', 'canceled', 'moneyChanged']);
    expect((await moneyOf(id)).reading).toBeGreaterThan(first.reading);
  });

  test('leaves out what came twice', async () => {
    const { id } = await sold();
    await office.accept(theatre.tenantId, {
      paymentId: randomUUID(),
      reservationId: id,
      amountMinor: 17_800,
    });
    await eventually(async () =>
      expect(await amounts(id)).toEqual([
        ['CARD', 17_800, 0],
        ['CARD', 0, 17_800],
      ]),
    );
  });

  test('has the part of a gift voucher, from the sale on and until the cancellation', async () => {
    const voucher = await makeVoucher(office, theatre.tenantId);
    const { token } = (await office.hold(theatre.performanceId, await seats(1))).body.cart;
    const { body } = await office.save(token, { giftVoucher: { code: voucher.code, key: voucher.key } });
    const { id } = (body as { reservation: { id: string } }).reservation;
    expect(await amounts(id)).toEqual([]);
    await office.pay(token);
    expect(await amounts(id)).toEqual([['VOUCHER', 8_900, 0]]);
    await office.staff(
      theatre.tenantId,
      'POST',
      `/b/api/prestiscene/reservations/${id}/transitions/cancel`,
      {},
    );
    expect(await amounts(id)).toEqual([['VOUCHER', 0, 8_900]]);
  });

  test('of another theatre is nothing, and nobody but sales is answered', async () => {
    const { id } = await sold();
    theatre = await office.theatre();
    expect(await moneyOf(id)).toMatchObject({ code: '', parts: [] });
    const { client, close } = openAs('crm');
    await expect(
      client.getReservationMoney({ tenantId: theatre.tenantId, reservationId: id }),
    ).rejects.toMatchObject({ cause: { code: status.PERMISSION_DENIED } });
    close();
  });
});

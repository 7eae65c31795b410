import { localDate } from '@coulisse/contracts';
import { eventually } from '@coulisse/test-kit';
import type { PerformanceFigures } from '../src/features/figures/figures.read-model';
import type { StatementPreview } from '../src/features/statements/statement';
import { BoxOffice, type Theatre } from './support/box-office';
import { makeVoucher, type MadeVoucher } from './support/vouchers';

interface Money {
  edition: number;
  totalMinor: number;
  backMinor: number;
  dueMinor: number;
}

/** One place costs 89.00, the voucher is worth 100.00: it pays one place and 11.00 of the other one. */
describe('places that a gift voucher has paid', () => {
  let office: BoxOffice;
  let theatre: Theatre;
  let voucher: MadeVoucher;
  let reservationId: string;

  beforeAll(async () => {
    office = await BoxOffice.open();
  }, 60_000);
  beforeEach(async () => {
    theatre = await office.theatre();
    voucher = await makeVoucher(office, theatre.tenantId);
  });
  afterAll(() => office.close());

  const buy = async (count: number) => {
    const seats = (await office.seats(theatre.performanceId)).slice(0, count).map(({ id }) => id);
    const { token } = (await office.hold(theatre.performanceId, seats)).body.cart;
    const { body } = await office.save(token, { giftVoucher: { code: voucher.code, key: voucher.key } });
    reservationId = (body as { reservation: { id: string } }).reservation.id;
    await office.pay(token);
  };
  const path = (what: string) => `/b/api/prestiscene/reservations/${reservationId}/${what}`;
  const staff = async <B>(method: string, address: string, body?: object) =>
    (await office.staff<B>(theatre.tenantId, method, address, body)).body;
  const balance = async () =>
    (await staff<{ balance: string }>('GET', `/b/api/prestiscene/gift-vouchers/${voucher.id}`)).balance;
  const cancelOne = async () => {
    const details = await staff<{ edition: number; items: { id: string }[] }>('GET', path('informations'));
    const chosen = { edition: details.edition, items: [details.items[0]!.id], surplus: 'REFUND' };
    const quote = await staff<Money>('POST', path('cancel-places/quote'), chosen);
    const { totalMinor, backMinor, dueMinor } = quote;
    return staff<Money>('POST', path('cancel-places'), {
      ...chosen,
      shown: { totalMinor, backMinor, dueMinor },
    });
  };

  test('go back to it when payments do not cover them, and the rest stays taken', async () => {
    await office.database.asSuperuser(
      `INSERT INTO gift_voucher_entry (tenant_id, voucher_id, number, previous, kind, amount_minor, before_minor, balance_minor)
       VALUES ($1, $2, 2, 1, 'ISSUE', 10000, 10000, 20000)`,
      [theatre.tenantId, voucher.id],
    );
    await buy(2);
    expect(await balance()).toBe('22.00');
    expect(await cancelOne()).toMatchObject({ totalMinor: 8900, backMinor: 8900, dueMinor: 0 });
    expect(await balance()).toBe('111.00');
    const figures = await staff<PerformanceFigures>(
      'GET',
      `/b/api/configuration/representations/${theatre.performanceId}/statistics-data`,
    );
    expect(figures).toMatchObject({ sold: 1, receiptsMinor: 8900, dueMinor: 0, unpaidReservations: 0 });
    // Cancelling what is left gives back the rest, once.
    await staff('POST', path('transitions/cancel'), {});
    expect(await balance()).toBe('200.00');
  });

  test('use of a multi-purpose voucher is booked with its VAT, and so is what goes back', async () => {
    await buy(1);
    await eventually(async () => expect(await balance()).toBe('11.00'));
    const today = localDate(new Date(), 'Europe/Paris');
    const address = `/b/api/configuration/representations/statements?kind=ACCOUNTING&from=${today}&until=${today}`;
    const booked = async () =>
      (await staff<StatementPreview>('GET', address)).rows.map(([, , account, , , debit, credit]) => [
        account,
        debit,
        credit,
      ]);
    expect(await booked()).toEqual([
      ['4191', '89.00', null],
      ['706', null, '84.36'],
      ['44571', null, '4.64'],
    ]);
    await staff('POST', path('transitions/cancel'), {});
    expect(await booked()).toEqual([]);
  });

  describe('of a voucher that was sold with a discount', () => {
    beforeEach(async () => {
      await office.database.asSuperuser(
        'UPDATE gift_voucher SET discount = 25, total_ttc = 75, total_ht = 75 WHERE id = $1',
        [voucher.id],
      );
      // 89 of 100 euros are used, for which 66.75 of 75 were paid.
      await buy(1);
      await eventually(async () => expect(await balance()).toBe('11.00'));
    });
    const booked = async () => {
      const today = localDate(new Date(), 'Europe/Paris');
      const address = `/b/api/configuration/representations/statements?kind=ACCOUNTING&from=${today}&until=${today}`;
      const rows = (await staff<StatementPreview>('GET', address)).rows.map(
        ([, , account, , , debit, credit]) => [account, Number(debit), Number(credit)] as const,
      );
      const credits = rows.filter(([account]) => account !== '4191').map(([, , credit]) => credit);
      return {
        advance: rows.find(([account]) => account === '4191')?.[1] ?? 0,
        earned: Math.round(credits.reduce((sum, credit) => sum + credit, 0) * 100) / 100,
      };
    };

    test('a use is booked with what was paid for it, and nothing after it is given back', async () => {
      expect(await booked()).toEqual({ advance: 66.75, earned: 66.75 });
      await staff('POST', path('transitions/cancel'), {});
      expect(await booked()).toEqual({ advance: 0, earned: 0 });
      expect(await balance()).toBe('100.00');
    });

    test('all uses together are booked with the price', async () => {
      await office.database.asSuperuser(
        `INSERT INTO gift_voucher_entry (tenant_id, voucher_id, number, previous, kind, amount_minor, before_minor, balance_minor, reservation_id)
         SELECT tenant_id, voucher_id, number + 1, number, 'USE', -balance_minor, balance_minor, 0, reservation_id
         FROM gift_voucher_entry WHERE tenant_id = $1 AND voucher_id = $2 ORDER BY number DESC LIMIT 1`,
        [theatre.tenantId, voucher.id],
      );
      expect(await booked()).toEqual({ advance: 75, earned: 75 });
    });
  });
});

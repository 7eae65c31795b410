import { randomUUID } from 'node:crypto';
import { systemActor } from '@coulisse/service-kit';
import { sabotaged, withoutRowLocks, withoutVersions } from '@coulisse/test-kit';
import { settleVoucher } from '../src/features/gift-vouchers/settle-voucher.command';
import { BoxOffice, CUSTOMER } from './support/box-office';
import { VOUCHER_OF_TRANSITION } from './support/defects';

const VALUE = 8_000;
const LOCKLESS = [withoutRowLocks, withoutVersions];
/** The statement with which the settlement of a payment reads the sale of a voucher. */
const READ_SALE = /FROM gift_voucher v LEFT JOIN gift_voucher_sale s/;

/** Payments of one gift voucher that is bought online, settled at the same moment. */
describe('a gift voucher whose payments are accepted at the same moment', () => {
  let office: BoxOffice;
  let tenantId: string;
  let voucherId: string;

  beforeAll(async () => {
    office = await BoxOffice.open();
  }, 60_000);
  beforeEach(async () => {
    tenantId = randomUUID();
    await office.database.asSuperuser(
      `INSERT INTO public_id (id, tenant_id, kind) VALUES ($1, $1, 'TENANT')`,
      [tenantId],
    );
    await office.theatre({ tenantId });
    const { body } = await office.visit<{ giftVoucher: { id: string } }>(
      'POST',
      '/app-api/prestiscene/gift-vouchers/cart/save',
      { saasCustomer: tenantId, amount: '80', customer: CUSTOMER, cgvAccepted: true },
    );
    voucherId = body.giftVoucher.id;
  });
  afterAll(() => office.close());

  const settle = async (paymentIds: readonly string[]) => {
    const { ctx } = office.service;
    const results = await Promise.allSettled(
      paymentIds.map((paymentId) =>
        ctx.db.inTenant(systemActor(tenantId, 'test'), (tx) =>
          settleVoucher(
            tx,
            voucherId,
            { kind: 'accepted', paymentId, amountMinor: VALUE, currency: 'EUR' },
            ctx,
          ),
        ),
      ),
    );
    return results.map(({ status }) => status).sort();
  };
  /** What is left behind: the ledger of the voucher, its payments and its events. */
  const left = async () => ({
    ledger: await office.database.asSuperuser<{ kind: string; amount_minor: number }>(
      'SELECT kind::text AS kind, amount_minor FROM gift_voucher_entry WHERE voucher_id = $1 ORDER BY number',
      [voucherId],
    ),
    money: (
      await office.database.asSuperuser<{ paid: number; back: number }>(
        `SELECT coalesce(sum(amount_minor), 0)::int AS paid, coalesce(sum(to_refund_minor), 0)::int AS back
         FROM gift_voucher_payment WHERE voucher_id = $1`,
        [voucherId],
      )
    )[0],
    events: (await office.events('ticketing.gift-voucher.v1'))
      .filter(({ value }) => value.giftVoucherId === voucherId)
      .map(({ $case }) => $case)
      .sort(),
  });
  const ISSUED = { kind: 'ISSUE', amount_minor: VALUE };

  describe('two payments', () => {
    const payments = () => [randomUUID(), randomUUID()];

    test('sell it once, and one is given back', async () => {
      expect(await settle(payments())).toEqual(['fulfilled', 'fulfilled']);
      expect(await left()).toEqual({
        ledger: [ISSUED],
        money: { paid: 2 * VALUE, back: VALUE },
        events: ['unfulfillable', 'validated'],
      });
    });

    test('(sabotaged) without locks and versions, sell it twice, and nothing is given back', async () => {
      const results = await sabotaged(
        { defects: LOCKLESS, meet: 2, of: tenantId, after: VOUCHER_OF_TRANSITION },
        () => settle(payments()),
      );
      expect(results).toEqual(['fulfilled', 'fulfilled']);
      expect(await left()).toEqual({
        ledger: [ISSUED, ISSUED],
        money: { paid: 2 * VALUE, back: 0 },
        events: ['validated', 'validated'],
      });
    });
  });

  describe('two notifications of one payment', () => {
    const paymentOfBoth = () => {
      const paymentId = randomUUID();
      return [paymentId, paymentId];
    };

    test('sell it once, and nothing is given back (R-169)', async () => {
      expect(await settle(paymentOfBoth())).toEqual(['fulfilled', 'fulfilled']);
      expect(await left()).toEqual({
        ledger: [ISSUED],
        money: { paid: VALUE, back: 0 },
        events: ['validated'],
      });
    });

    test('(sabotaged) without locks and versions, are both taken for the first, and one fails', async () => {
      const race = () => settle(paymentOfBoth());
      const results = await sabotaged({ defects: LOCKLESS, meet: 2, of: tenantId, after: READ_SALE }, race);
      expect(results).toEqual(['fulfilled', 'rejected']);
    });
  });
});

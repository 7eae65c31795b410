import { crash, whileDead } from '../support/faults';
import { mailsTo } from '../support/mailbox';
import { payAtBank, progressOf, saleUpToBank, type Sale } from '../support/sale';
import { inDatabaseOf } from '../support/service-database';
import { ADMINISTRATOR, paymentOf, reservationOf, stepsOf } from '../support/staff';
import { eventually, tokenOf } from '../support/stack';
import { expectWholeSale } from '../support/whole-sale';

/** A consumer group gets its messages again once the broker detects a killed member; the bank's retries are slower. */
const RECOVERY_MS = 150_000;

interface Fault {
  service: string;
  /** Waits for the step that a sale reaches without the service. */
  reached: (sale: Sale, token: string) => Promise<void>;
  /** Status that the bank gets for its notification. */
  notified: number;
}

const faults: Fault[] = [
  {
    service: 'payments',
    notified: 503,
    reached: async (sale) => {
      expect(await progressOf(sale)).toMatchObject({ state: 'DRAFT', outcome: 'PENDING', tickets: [] });
    },
  },
  {
    service: 'ticketing',
    notified: 200,
    reached: async (sale, token) => {
      expect(await paymentOf(sale, token)).toMatchObject({ state: 'VALIDATED', outcome: 'ACCEPTED' });
      await expect(progressOf(sale)).rejects.toThrow('service.unavailable');
    },
  },
  {
    service: 'documents',
    notified: 200,
    reached: async (sale, token) => {
      expect(await stepsOf(sale, token)).toEqual(['PAID', 'VALIDATED', 'TICKETED', 'LINKED']);
      expect(await progressOf(sale)).toMatchObject({ outcome: 'VALIDATED', documentReady: false });
    },
  },
  {
    service: 'notifications',
    notified: 200,
    reached: async (sale, token) => {
      expect(await stepsOf(sale, token)).toEqual(['PAID', 'VALIDATED', 'TICKETED', 'RENDERED', 'LINKED']);
      expect(await mailsTo(sale.email)).toEqual([]);
    },
  },
  {
    service: 'crm',
    notified: 200,
    reached: async (sale, token) => {
      expect(await stepsOf(sale, token)).toEqual(['PAID', 'VALIDATED', 'TICKETED', 'RENDERED', 'MAILED']);
      expect((await reservationOf(sale, token)).tiers).toBeNull();
    },
  },
  {
    service: 'kafka',
    notified: 200,
    reached: async (sale, token) => {
      expect(await paymentOf(sale, token)).toMatchObject({ state: 'VALIDATED', outcome: 'ACCEPTED' });
      expect(await progressOf(sale)).toMatchObject({ state: 'DRAFT', outcome: 'PENDING', tickets: [] });
    },
  },
];

describe('a service is killed in the middle of a sale', () => {
  test.each(faults)(
    '$service: the sale waits for its restart and is then finished',
    async ({ service, notified, reached }) => {
      // Services connect again to one that was restarted within two seconds.
      const sale = await eventually(() => saleUpToBank());
      await whileDead(service, async () => {
        expect((await payAtBank(sale)).notified).toBe(notified);
        const token = await tokenOf(ADMINISTRATOR);
        await eventually(() => reached(sale, token));
      });
      // The token may have expired during the wait above: a fresh one for the wait below.
      const token = await tokenOf(ADMINISTRATOR);
      await eventually(() => expectWholeSale(sale, token), RECOVERY_MS);
    },
    300_000,
  );
});

test('ticketing and documents are killed during many sales: each sale is finished once', async () => {
  const sales: Sale[] = [];
  for (let count = 0; count < 6; count += 1) sales.push(await eventually(() => saleUpToBank()));
  const paid = await Promise.all(sales.map(payAtBank));
  // Each sale is at a step of its own now: some wait, some are being numbered, rendered or mailed.
  await crash('ticketing', 'documents');
  paid.forEach(({ notified }) => expect(notified).toBe(200));
  const token = await tokenOf(ADMINISTRATOR);
  for (const sale of sales) await eventually(() => expectWholeSale(sale, token), RECOVERY_MS);
  const series = await inDatabaseOf<{ last: number; issued: number }>(
    'ticketing',
    `SELECT last::int, (SELECT count(*)::int FROM ticket t
                         WHERE t.tenant_id = s.tenant_id AND t.code LIKE 'T-' || s.year || '-%') AS issued
       FROM kit.number_series s WHERE series = 'ticket'`,
  );
  series.forEach(({ last, issued }) => expect(issued).toBe(last));
}, 400_000);

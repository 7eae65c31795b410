import { defineSchedule } from '@coulisse/job-runner';
import type { Tx } from '@coulisse/service-kit/database';
import { eraseDue } from './erase-buyer.command';

const BATCH = 20;
const WAITING = `SELECT email FROM buyer_erasure WHERE tenant_id = $1 AND email > $2 ORDER BY email LIMIT ${BATCH}`;

/** Returns the last address of a full batch. */
async function eraseBatch(tx: Tx, after: string): Promise<string | undefined> {
  const { rows } = await tx.sql.query<{ email: string }>(WAITING, [tx.tenantId, after]);
  for (const { email } of rows) await eraseDue(tx, email);
  return rows.length < BATCH ? undefined : rows.at(-1)?.email;
}

/** At night: buyers who asked to be forgotten, as their quotes expire and their last mails are given up. */
export const eraseBuyersDaily = defineSchedule({
  name: 'sales.erase-buyers',
  label: { fr: 'Effacement des acheteurs dans les ventes', en: 'Erasure of buyers in sales' },
  cron: '40 4 * * *',
  zone: 'tenant',
  run: async (task) => {
    let after: string | undefined = '';
    while (after !== undefined) {
      task.signal.throwIfAborted();
      after = await task.inTenant((tx) => eraseBatch(tx, after ?? ''));
    }
  },
});

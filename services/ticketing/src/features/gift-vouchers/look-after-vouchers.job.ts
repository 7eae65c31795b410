import { defineSchedule } from '@coulisse/job-runner';
import { resourcesOf, type Resources } from '@coulisse/resource-server';
import { systemActor, type Tx } from '@coulisse/service-kit';
import { LOCAL_TODAY } from '@coulisse/service-kit/local-date';
import { z } from 'zod';
import { giftVoucher } from '../../resources';
import { stepOf, type LookedAfter } from './voucher-step.domain';

const BATCH = 100;
const NOBODY = '00000000-0000-0000-0000-000000000000';

interface Row extends LookedAfter, Record<string, unknown> {
  id: string;
  today: string;
  daysBeforeExpiry: number | null;
}

/** Vouchers of which something may be due, locked; those that somebody else changes just now have their turn tomorrow. */
const NEXT = `SELECT v.id, v.state::text AS state, v.is_sent AS "isSent", s.document_id IS NOT NULL AS "hasDocument",
    (coalesce(s.outcome, 'PENDING') IN ('PENDING', 'REFUSED', 'CANCELLED') AND CASE v.channel
       WHEN 'ONLINE' THEN v.created_at <= now() - interval '1 day' ELSE v.deadline < ${LOCAL_TODAY} END) AS "isAbandoned",
    to_char(v.send_on, 'YYYY-MM-DD') AS "sendOn", to_char(v.validity_date, 'YYYY-MM-DD') AS "validityDate",
    v.reminded_at IS NOT NULL AS "isReminded", to_char(${LOCAL_TODAY}, 'YYYY-MM-DD') AS today,
    (SELECT t.days_before_gift_voucher_expiry FROM settings t WHERE t.tenant_id = $1) AS "daysBeforeExpiry",
    coalesce((SELECT e.balance_minor FROM gift_voucher_entry e WHERE e.tenant_id = v.tenant_id AND e.voucher_id = v.id
      ORDER BY e.number DESC LIMIT 1), 0) AS "balanceMinor"
  FROM gift_voucher v LEFT JOIN gift_voucher_sale s ON s.tenant_id = v.tenant_id AND s.voucher_id = v.id
  WHERE v.tenant_id = $1 AND v.id > $2 AND (v.state = 'DRAFT' AND (v.channel = 'ONLINE' OR v.deadline < ${LOCAL_TODAY})
    OR v.state = 'VALIDATED' AND (NOT v.is_sent OR v.reminded_at IS NULL) AND v.validity_date >= ${LOCAL_TODAY})
  ORDER BY v.id LIMIT ${BATCH} FOR UPDATE OF v SKIP LOCKED`;

/** Looks after the vouchers after an id; returns the last one, or undefined at the end. */
export async function lookAfterVouchers(
  tx: Tx,
  resources: Resources,
  after: string,
): Promise<string | undefined> {
  const { rows } = await tx.sql.query<Row>(NEXT, [tx.tenantId, after]);
  const actor = systemActor(tx.tenantId, 'look after gift vouchers');
  for (const { id, today, daysBeforeExpiry, ...voucher } of rows) {
    const step = stepOf(voucher, { today, daysBeforeExpiry });
    if (step) await resources.of(giftVoucher).transition(tx, actor, id, step);
  }
  return rows.at(-1)?.id;
}

const checkpoint = z.object({ after: z.uuid() });

/** In the morning of the theatre: vouchers whose day has come are mailed, those that expire are reminded of. */
export const lookAfterVouchersDaily = defineSchedule({
  name: 'ticketing.look-after-gift-vouchers',
  label: { fr: 'Envois et rappels des bons cadeaux', en: 'Mails and reminders of gift vouchers' },
  cron: '0 8 * * *',
  zone: 'tenant',
  checkpoint,
  run: async (task, ctx) => {
    for (let after: string | undefined = task.checkpoint?.after ?? NOBODY; after !== undefined;) {
      task.signal.throwIfAborted();
      const previous: string = after;
      after = await task.inTenant(async (tx) => {
        const last = await lookAfterVouchers(tx, resourcesOf(ctx), previous);
        if (last !== undefined) await task.save(tx, { after: last });
        return last;
      });
    }
  },
});

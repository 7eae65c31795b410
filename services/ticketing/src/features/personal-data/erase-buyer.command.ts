import { publishRecords, resourcesOf } from '@coulisse/resource-server';
import { ERASED_NAME, systemActor, type ServiceContext, type Tx } from '@coulisse/service-kit';
import { LOCAL_TODAY } from '@coulisse/service-kit/local-date';
import { giftVoucher, reservation, waitingEntry } from '../../resources';

/** An address that asked to be forgotten; what is bought or passed on under the same address later is not concerned. */
const REMEMBER = `INSERT INTO buyer_erasure (tenant_id, email) VALUES ($1, $2)
  ON CONFLICT (tenant_id, email) DO UPDATE SET requested_at = now()`;

const ACTIVE_ENTRIES = `SELECT id FROM waiting_entry
  WHERE tenant_id = $1 AND customer_email = $2 AND state IN ('WAITING', 'OFFERED') ORDER BY id`;
const ENTRIES = `UPDATE waiting_entry w SET customer_name = '${ERASED_NAME}', first_name = '${ERASED_NAME}',
    last_name = '${ERASED_NAME}', customer_email = w.id || '@erased.invalid', version = w.version + 1, updated_at = now()
  FROM buyer_erasure e
  WHERE e.tenant_id = $1 AND e.email = $2 AND w.tenant_id = $1 AND w.customer_email = $2 AND w.created_at <= e.requested_at
    AND w.state NOT IN ('WAITING', 'OFFERED')
  RETURNING w.id`;

/** What is reached through the address goes with it; the names of what was sold stay for ten years. */
const NO_CONTACT = `jsonb_build_object('telephone', '', 'addressLine1', '', 'zipCode', '', 'city', '')`;
/**
 * Reservations that are over: never bought, cancelled, or played yesterday or before. One with money to give back waits
 * until it is given back, because the theatre has to reach its buyer.
 */
const RESERVATIONS = `UPDATE reservation r SET customer_email = NULL, comment = NULL, newsletter_subscribed = false,
    customer_name = CASE WHEN k.is_sold THEN r.customer_name ELSE '${ERASED_NAME}' END,
    customer_fields = CASE WHEN k.is_sold THEN r.customer_fields || ${NO_CONTACT} END,
    version = r.version + 1, updated_at = now()
  FROM (SELECT o.id, EXISTS (SELECT 1 FROM ticket t WHERE t.tenant_id = o.tenant_id AND t.reservation_id = o.id) AS is_sold
    FROM buyer_erasure e
    JOIN reservation o ON o.tenant_id = e.tenant_id AND o.customer_email = e.email AND o.created_at <= e.requested_at
    JOIN performance p ON p.tenant_id = o.tenant_id AND p.id = o.performance_id
    WHERE e.tenant_id = $1 AND e.email = $2
      AND (o.state IN ('CANCELED', 'QUOTE_REFUSED') OR p.starts_at < now() - interval '1 day'
        OR o.state = 'DRAFT' AND o.updated_at < now() - interval '1 day')
      AND NOT EXISTS (SELECT 1 FROM reservation_payment m WHERE m.tenant_id = o.tenant_id AND m.reservation_id = o.id
        AND m.to_refund_minor > 0)) k
  WHERE r.tenant_id = $1 AND r.id = k.id
  RETURNING r.id`;
/** People to whom tickets of these reservations were passed on. */
const TRANSFERS = `UPDATE ticket_transfer x SET name = '${ERASED_NAME}', email = ''
  FROM reservation_item i WHERE i.tenant_id = $1 AND i.reservation_id = ANY ($2::uuid[])
    AND x.tenant_id = $1 AND x.item_id = i.id`;
/** Who came with the tickets: bills name the buyer alone. */
const HOLDERS = `UPDATE reservation_item SET holder_name = NULL
  WHERE tenant_id = $1 AND reservation_id = ANY ($2::uuid[]) AND holder_name IS NOT NULL`;
/** Vouchers that pay for nothing any more. */
const VOUCHERS = `UPDATE gift_voucher v SET customer_email = NULL, customer_fields = NULL, beneficiary_name = NULL,
    beneficiary_email = NULL, message = NULL,
    customer_name = CASE WHEN v.state = 'VALIDATED' THEN v.customer_name ELSE '${ERASED_NAME}' END,
    version = v.version + 1, updated_at = now()
  FROM buyer_erasure e
  WHERE e.tenant_id = $1 AND e.email = $2 AND v.tenant_id = $1 AND v.customer_email = $2 AND v.created_at <= e.requested_at
    AND (v.state = 'CANCELED' OR v.validity_date < ${LOCAL_TODAY} OR v.state = 'DRAFT' AND v.updated_at < now() - interval '1 day')
    AND NOT EXISTS (SELECT 1 FROM gift_voucher_payment m WHERE m.tenant_id = v.tenant_id AND m.voucher_id = v.id
      AND m.to_refund_minor > 0)
  RETURNING v.id`;
/** Who got a voucher, once its mail has left or never will; its buyer is reminded of it from then on. */
const RECEIVED_VOUCHERS = `UPDATE gift_voucher v SET beneficiary_name = NULL, beneficiary_email = NULL, message = NULL,
    version = v.version + 1, updated_at = now()
  FROM buyer_erasure e
  WHERE e.tenant_id = $1 AND e.email = $2 AND v.tenant_id = $1 AND v.beneficiary_email = $2 AND v.created_at <= e.requested_at
    AND (v.state = 'CANCELED' OR v.validity_date < ${LOCAL_TODAY} OR v.sent_at < now() - interval '1 day')
  RETURNING v.id`;
/** Who got a ticket, once it opens no door any more. */
const RECEIVED_TICKETS = `UPDATE ticket_transfer x SET name = '${ERASED_NAME}', email = ''
  FROM buyer_erasure e, reservation_item i
    JOIN performance p ON p.tenant_id = i.tenant_id AND p.id = i.performance_id
  WHERE e.tenant_id = $1 AND e.email = $2 AND x.tenant_id = $1 AND x.email = $2 AND x.created_at <= e.requested_at
    AND i.tenant_id = $1 AND i.id = x.item_id
    AND (x.revoked_at IS NOT NULL OR i.canceled_at IS NOT NULL OR p.starts_at < now() - interval '1 day')
  RETURNING x.item_id AS id`;
const RECEIVERS = `UPDATE reservation_item SET holder_name = NULL
  WHERE tenant_id = $1 AND id = ANY ($2::uuid[]) AND holder_name IS NOT NULL`;
const DONE = `DELETE FROM buyer_erasure e WHERE e.tenant_id = $1 AND e.email = $2
  AND NOT EXISTS (SELECT 1 FROM reservation r WHERE r.tenant_id = $1 AND r.customer_email = $2 AND r.created_at <= e.requested_at)
  AND NOT EXISTS (SELECT 1 FROM gift_voucher v WHERE v.tenant_id = $1 AND v.customer_email = $2 AND v.created_at <= e.requested_at)
  AND NOT EXISTS (SELECT 1 FROM gift_voucher v WHERE v.tenant_id = $1 AND v.beneficiary_email = $2 AND v.created_at <= e.requested_at)
  AND NOT EXISTS (SELECT 1 FROM ticket_transfer x WHERE x.tenant_id = $1 AND x.email = $2 AND x.created_at <= e.requested_at)`;

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);

/** Erases what may be erased now of a buyer who asked for it; the rest is left for a later round. */
export async function eraseDue(tx: Tx, email: string): Promise<void> {
  const values = [tx.tenantId, email];
  const entries = idsOf((await tx.sql.query<{ id: string }>(ENTRIES, values)).rows);
  const reservations = idsOf((await tx.sql.query<{ id: string }>(RESERVATIONS, values)).rows);
  await tx.sql.query(TRANSFERS, [tx.tenantId, reservations]);
  await tx.sql.query(HOLDERS, [tx.tenantId, reservations]);
  const vouchers = idsOf((await tx.sql.query<{ id: string }>(VOUCHERS, values)).rows);
  const received = idsOf((await tx.sql.query<{ id: string }>(RECEIVED_VOUCHERS, values)).rows);
  const tickets = idsOf((await tx.sql.query<{ id: string }>(RECEIVED_TICKETS, values)).rows);
  await tx.sql.query(RECEIVERS, [tx.tenantId, tickets]);
  await tx.sql.query(DONE, values);
  await publishRecords(tx, waitingEntry, entries);
  await publishRecords(tx, reservation, reservations);
  await publishRecords(tx, giftVoucher, [...new Set([...vouchers, ...received])]);
}

/** The account of an address was erased: its owner leaves all waiting lists, and is forgotten as far as the law allows. */
export async function eraseBuyer(tx: Tx, email: string, ctx: ServiceContext): Promise<void> {
  const values = [tx.tenantId, email];
  await tx.sql.query(REMEMBER, values);
  const actor = systemActor(tx.tenantId, 'ticketing.erase-buyer');
  const { rows } = await tx.sql.query<{ id: string }>(ACTIVE_ENTRIES, values);
  for (const { id } of rows) await resourcesOf(ctx).of(waitingEntry).transition(tx, actor, id, 'leave');
  await eraseDue(tx, email);
}

import { publishRecords } from '@coulisse/resource-server';
import { ERASED_ADDRESS, ERASED_NAME, type Tx } from '@coulisse/service-kit';
import { LOCAL_TODAY } from '@coulisse/service-kit/local-date';
import { avoir, bill, quote } from '../../resources';

/** What the same address is billed later is not concerned. */
const REMEMBER = `INSERT INTO buyer_erasure (tenant_id, email) VALUES ($1, $2)
  ON CONFLICT (tenant_id, email) DO UPDATE SET requested_at = now()`;

const ERASURE = `buyer_erasure e WHERE e.tenant_id = $1 AND e.email = $2`;
const IS_BUYER = `lower(d.buyer ->> 'email') = $2`;
const IS_SENT_TO = `lower(d.sent_to) = $2`;
const NO_EMAIL = `'{"email": ""}'::jsonb`;
const NOBODY = `jsonb_build_object('name', '${ERASED_NAME}', 'email', '', 'addressLines', '[]'::jsonb, 'zipCode', '', 'city', '')`;

/**
 * Bills and credit notes are kept for ten years with the name and the postal address of their buyer, which the law wants on
 * them (Code de commerce L123-22, CGI annexe II art. 242 nonies A). An e-mail address is no part of them.
 */
const BILLS = `UPDATE bill d SET buyer = CASE WHEN ${IS_BUYER} THEN d.buyer || ${NO_EMAIL} ELSE d.buyer END,
    sent_to = CASE WHEN ${IS_SENT_TO} THEN NULL ELSE d.sent_to END, version = d.version + 1, updated_at = now()
  FROM ${ERASURE} AND d.tenant_id = $1 AND d.created_at <= e.requested_at AND (${IS_BUYER} OR ${IS_SENT_TO})
  RETURNING d.id`;
const AVOIRS = `UPDATE avoir d SET buyer = d.buyer || ${NO_EMAIL}, version = d.version + 1, updated_at = now()
  FROM ${ERASURE} AND d.tenant_id = $1 AND d.created_at <= e.requested_at AND ${IS_BUYER}
  RETURNING d.id`;

/** An accepted quote is a contract, kept like a bill. Of a quote that was not accepted, only what names a company stays. */
const QUOTES = `UPDATE quote d SET
    buyer = CASE WHEN NOT ${IS_BUYER} THEN d.buyer
      WHEN d.state <> 'ACCEPTED' AND d.buyer ->> 'kind' = 'particular' THEN d.buyer || ${NOBODY}
      ELSE d.buyer || ${NO_EMAIL} END,
    sent_to = CASE WHEN ${IS_SENT_TO} THEN NULL ELSE d.sent_to END, version = d.version + 1, updated_at = now()
  FROM ${ERASURE} AND d.tenant_id = $1 AND d.created_at <= e.requested_at AND (${IS_BUYER} OR ${IS_SENT_TO})
    AND (d.state IN ('ACCEPTED', 'REFUSED', 'REPLACED') OR d.valid_until < ${LOCAL_TODAY})
  RETURNING d.id`;

/** A mail that could not be sent for a day is given up. */
const SENDINGS = `UPDATE sending d SET recipient = '${ERASED_ADDRESS}', subject = NULL, message = NULL,
    state = CASE WHEN d.state = 'WAITING' THEN 'REFUSED' ELSE d.state END
  FROM ${ERASURE} AND d.tenant_id = $1 AND d.created_at <= e.requested_at AND lower(d.recipient) = $2
    AND (d.state <> 'WAITING' OR d.created_at < now() - interval '1 day')`;

/** After a day at the earliest: until then, a document may be posted with what crm has not erased yet. */
const DONE = `DELETE FROM buyer_erasure e WHERE e.tenant_id = $1 AND e.email = $2 AND e.requested_at < now() - interval '1 day'
  AND NOT EXISTS (SELECT 1 FROM bill d
    WHERE d.tenant_id = $1 AND d.created_at <= e.requested_at AND (${IS_BUYER} OR ${IS_SENT_TO}))
  AND NOT EXISTS (SELECT 1 FROM avoir d WHERE d.tenant_id = $1 AND d.created_at <= e.requested_at AND ${IS_BUYER})
  AND NOT EXISTS (SELECT 1 FROM quote d
    WHERE d.tenant_id = $1 AND d.created_at <= e.requested_at AND (${IS_BUYER} OR ${IS_SENT_TO}))
  AND NOT EXISTS (SELECT 1 FROM sending d
    WHERE d.tenant_id = $1 AND d.created_at <= e.requested_at AND lower(d.recipient) = $2)`;

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);

/** Erases what may be erased now of a buyer who asked for it; the rest is left for a later night. */
export async function eraseDue(tx: Tx, email: string): Promise<void> {
  const values = [tx.tenantId, email];
  const bills = idsOf((await tx.sql.query<{ id: string }>(BILLS, values)).rows);
  const avoirs = idsOf((await tx.sql.query<{ id: string }>(AVOIRS, values)).rows);
  const quotes = idsOf((await tx.sql.query<{ id: string }>(QUOTES, values)).rows);
  await tx.sql.query(SENDINGS, values);
  await tx.sql.query(DONE, values);
  await publishRecords(tx, bill, bills);
  await publishRecords(tx, avoir, avoirs);
  await publishRecords(tx, quote, quotes);
}

/** The account of an address was erased: its buyer is forgotten as far as the law allows. */
export async function eraseBuyer(tx: Tx, email: string): Promise<void> {
  const address = email.toLowerCase();
  await tx.sql.query(REMEMBER, [tx.tenantId, address]);
  await eraseDue(tx, address);
}

import type { Defect } from '@coulisse/test-kit';

/** No request finds the payments that an earlier one made with its key. */
export const forgettingKeys: Defect = (text) =>
  text.includes('INSERT INTO payment_reference')
    ? text
        .replace('$5, $6)', '$5::text || pg_current_xact_id(), $6)')
        .replace("$2::text || ':'", "$2::text || pg_current_xact_id() || ':'")
    : text;

/** A report of the bank that comes again is taken for a new one. */
export const forgettingReports: Defect = (text) =>
  text.replace(
    'ON CONFLICT (tenant_id, payment_id, transaction_number, call_number, code) DO NOTHING',
    'ON CONFLICT (tenant_id, payment_id, transaction_number, call_number, code) DO UPDATE SET code = excluded.code',
  );

/** Whose turn it is to ask the bank is read, and nobody claims it. */
export const claimingNoInquiry: Defect = (text) =>
  text.replace(
    /^\s*UPDATE payment_inquiry SET next_at .* LIMIT (\d+) FOR UPDATE SKIP LOCKED\)\s*RETURNING payment_id$/s,
    'SELECT payment_id FROM payment_inquiry WHERE tenant_id = $$1 AND next_at <= now() AND $$2::int IS NOT NULL LIMIT $1',
  );

/** The statement with which commands read the payment that they change. */
export const LOCKED_PAYMENT = /FROM "?payment"? .* FOR UPDATE/s;

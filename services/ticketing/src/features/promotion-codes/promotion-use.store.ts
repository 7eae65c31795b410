import { Problem, type Tx } from '@coulisse/service-kit';
import { IS_ABANDONED_DRAFT } from '../sale/abandoned-draft';

/**
 * Uses of promotion codes: an order with a code has reserved one while it has a row here. Whoever wants a use of a code with a
 * limit locks the code first and then counts, so that of two orders the second one counts the first. What was cancelled or
 * abandoned needs no row removed at that moment: who wants its use removes it.
 *
 * The code is locked after the cart, the reservation and its gift voucher, and before seats.
 */
const LOCK = 'SELECT 1 FROM promotion_code WHERE tenant_id = $1 AND id = $2 FOR NO KEY UPDATE';

/** Whether the order `r` came to nothing. */
const IS_LAPSED = `(r.state IN ('CANCELED', 'QUOTE_REFUSED') OR ${IS_ABANDONED_DRAFT})`;

/** A reservation that somebody has locked is being paid, changed or cancelled: it still has its use. */
const LAPSED = `SELECT u.reservation_id FROM promotion_use u
  JOIN reservation r ON r.tenant_id = u.tenant_id AND r.id = u.reservation_id
  WHERE u.tenant_id = $1 AND u.promotion_code_id = $2 AND u.reservation_id <> $3
    AND ${IS_LAPSED}
  FOR NO KEY UPDATE OF r SKIP LOCKED`;

const KEEP_ONE = `ON CONFLICT (tenant_id, reservation_id) DO UPDATE SET promotion_code_id = excluded.promotion_code_id`;

/** A use of code `$2` for reservation `$3`; no row when others have all of them. */
export const RESERVE = `WITH lapsed AS (${LAPSED}),
freed AS (DELETE FROM promotion_use u USING lapsed
  WHERE u.tenant_id = $1 AND u.reservation_id = lapsed.reservation_id RETURNING 1)
INSERT INTO promotion_use (tenant_id, reservation_id, promotion_code_id)
SELECT c.tenant_id, $3, c.id FROM promotion_code c
WHERE c.tenant_id = $1 AND c.id = $2 AND (c.max_number_of_uses IS NULL OR c.max_number_of_uses >
  (SELECT count(*) FROM promotion_use o WHERE o.tenant_id = $1 AND o.promotion_code_id = $2 AND o.reservation_id <> $3)
  - (SELECT count(*) FROM freed))
${KEEP_ONE}`;

/** How many uses of a code `c` with a limit other orders than `$3` have, before anything is locked. */
export const USES_OF_OTHERS = `CASE WHEN c.max_number_of_uses IS NULL THEN 0 ELSE (SELECT count(*)::int FROM promotion_use u
  JOIN reservation r ON r.tenant_id = u.tenant_id AND r.id = u.reservation_id
  WHERE u.tenant_id = c.tenant_id AND u.promotion_code_id = c.id AND u.reservation_id IS DISTINCT FROM $3::uuid
    AND NOT ${IS_LAPSED}) END`;

/** Reserves a use for a reservation, which the caller has locked or made; false when others have all of them. */
export async function reserveUse(tx: Tx, promotionCodeId: string, reservationId: string): Promise<boolean> {
  const key = [tx.tenantId, promotionCodeId];
  const results = await tx.sql.batch([
    { name: 'lock-promotion-code', text: LOCK, values: key },
    { name: 'reserve-promotion-use', text: RESERVE, values: [...key, reservationId] },
  ]);
  return results.at(-1)?.rowCount === 1;
}

export const exhausted = (): Problem =>
  new Problem('promotion-code.exhausted', {
    errors: [{ pointer: '/promotionCode', code: 'promotion-code.exhausted' }],
  });

const NOTE = `INSERT INTO promotion_use (tenant_id, promotion_code_id, reservation_id) VALUES ($1, $2, $3) ${KEEP_ONE}`;
const FORGET = 'DELETE FROM promotion_use WHERE tenant_id = $1 AND reservation_id = $2';

/** What an order that is saved has of its code: a code without a limit is noted, and no order waits for another one. */
export async function useOfOrder(
  tx: Tx,
  reservationId: string,
  code: { id: string; isLimited: boolean } | null,
  formerCodeId: string | null,
): Promise<void> {
  if (code?.isLimited) {
    if (!(await reserveUse(tx, code.id, reservationId))) throw exhausted();
  } else if (code) tx.defer({ text: NOTE, values: [tx.tenantId, code.id, reservationId] });
  else if (formerCodeId !== null) tx.defer({ text: FORGET, values: [tx.tenantId, reservationId] });
}

/** The code of a reservation `r` of which it has no use reserved: another order has taken it meanwhile. Null otherwise. */
export const UNRESERVED_CODE = `CASE WHEN r.promotion_code_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM promotion_use u
  WHERE u.tenant_id = r.tenant_id AND u.reservation_id = r.id AND u.promotion_code_id = r.promotion_code_id)
  THEN r.promotion_code_id END`;

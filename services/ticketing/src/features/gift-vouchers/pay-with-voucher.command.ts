import { formatAmount } from '@coulisse/money';
import type { Resources } from '@coulisse/resource-server';
import { Problem, systemActor, type Tx } from '@coulisse/service-kit';
import { giftVoucher } from '../../resources';
import type { PricedSeat } from '../checkout/pricing.domain';
import type { PricedOption } from '../options/option-choice.domain';
import { IS_ABANDONED_DRAFT } from '../sale/abandoned-draft';
import { applyVoucher, type UsableVoucher, type VoucherRefusal } from './gift-voucher.domain';
import { isSameKey } from './voucher-code.domain';
import { giveBackToVoucher, takenFromVoucher, useVoucher } from './voucher-ledger.store';
import { findVoucher, type FoundVoucher } from './voucher.read-model';

/** What a buyer typed; the desk, which sees the voucher, needs no key. */
export interface TypedVoucher {
  code: string;
  key: string | null;
}

/** What a reservation records of its gift voucher. */
export interface VoucherValues {
  giftVoucher: string | null;
  giftVoucherAmount: string | null;
}
export interface VoucherShare {
  voucher: UsableVoucher | null;
  /** What the voucher pays of the order, in cents. */
  voucherMinor: number;
  values: VoucherValues;
}
const NO_VOUCHER: VoucherShare = {
  voucher: null,
  voucherMinor: 0,
  values: { giftVoucher: null, giftVoucherAmount: null },
};

const refused = (code: VoucherRefusal): Problem =>
  new Problem(code, { errors: [{ pointer: '/giftVoucher', code }] });

/**
 * The voucher of a code and its key. A wrong key is answered as an unknown code is; whether a voucher has expired or is
 * used up is told to its holder alone.
 */
async function provenVoucher(
  tx: Tx,
  resources: Resources,
  typed: TypedVoucher,
): Promise<FoundVoucher | null> {
  const found = await findVoucher(tx, typed.code);
  if (!found || typed.key === null) return found;
  if (found.voucher.isHidden) return null;
  const reader = systemActor(tx.tenantId, 'check the key of a gift voucher');
  const { key } = await resources.of(giftVoucher).read(tx, reader, found.voucher.id);
  return key !== null && isSameKey(typed.key, key) ? found : null;
}

/**
 * What a voucher pays of these seats and options; refuses one that cannot be used for them. Nothing is taken off it yet.
 * @param draftId of a draft: what it has taken of the voucher for an earlier attempt counts as still on it.
 */
export async function withVoucher(
  tx: Tx,
  resources: Resources,
  typed: TypedVoucher | null,
  priced: readonly PricedSeat[],
  {
    options = [],
    draftId = null,
  }: { options?: readonly Pick<PricedOption, 'priceMinor' | 'vat'>[]; draftId?: string | null } = {},
): Promise<VoucherShare> {
  if (!typed) return NO_VOUCHER;
  const found = await provenVoucher(tx, resources, typed);
  if (found && draftId) found.voucher.balanceMinor += await takenFromVoucher(tx, found.voucher.id, draftId);
  const lines = [
    ...priced.map(({ formula: { id: formulaId, priceMinor, vat } }) => ({ formulaId, priceMinor, vat })),
    // The voucher of a formula pays the formula, not what is bought with it.
    ...options.map(({ priceMinor, vat }) => ({ formulaId: '', priceMinor, vat })),
  ];
  const applied = applyVoucher(found?.voucher ?? null, lines, found?.today ?? '');
  if (!found || applied.refusal !== null) throw refused(applied.refusal ?? 'gift-voucher.not-found');
  const { voucherMinor } = applied;
  return {
    voucher: found.voucher,
    voucherMinor,
    values: { giftVoucher: found.voucher.id, giftVoucherAmount: formatAmount(voucherMinor) },
  };
}

/** Takes what was agreed off the voucher of a locked reservation; refused when another order was faster. */
export async function takeFromVoucher(
  tx: Tx,
  reservationId: string,
  voucherId: string,
  amountMinor: number,
): Promise<void> {
  if (!(await useVoucher(tx, voucherId, amountMinor, reservationId)))
    throw refused('gift-voucher.already-used');
}

const LOCK_DRAFT = `SELECT 1 FROM reservation WHERE tenant_id = $1 AND id = $2 AND state = 'DRAFT' FOR UPDATE`;

/** A draft that is saved again takes nothing any more: its next payment takes what is agreed then. */
export async function releaseVoucherOfDraft(tx: Tx, reservationId: string): Promise<void> {
  const { rowCount } = await tx.sql.query(LOCK_DRAFT, [tx.tenantId, reservationId]);
  if (rowCount > 0) await giveBackToVoucher(tx, reservationId);
}

const ABANDONED = `SELECT r.id FROM reservation r
  WHERE r.tenant_id = $1 AND r.gift_voucher_id IS NOT NULL AND ${IS_ABANDONED_DRAFT}
    AND EXISTS (SELECT 1 FROM gift_voucher_entry e WHERE e.tenant_id = r.tenant_id AND e.reservation_id = r.id
      GROUP BY e.reservation_id HAVING sum(e.amount_minor) < 0)
  ORDER BY r.id LIMIT 50 FOR UPDATE OF r SKIP LOCKED`;

/** Gives back what abandoned orders took of vouchers. */
export async function releaseAbandonedVouchers(tx: Tx): Promise<void> {
  const { rows } = await tx.sql.query<{ id: string }>(ABANDONED, [tx.tenantId]);
  for (const { id } of rows) await giveBackToVoucher(tx, id);
}

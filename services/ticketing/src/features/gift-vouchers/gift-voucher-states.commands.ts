import { formatAmount, parseAmount } from '@coulisse/money';
import { defineCommand } from '@coulisse/resource-server';
import type { Tx } from '@coulisse/service-kit';
import { LOCAL_TODAY } from '@coulisse/service-kit/local-date';
import { giftVoucher } from '../../resources';
import { faceValueOf } from './gift-voucher.domain';
import { giftVoucherValidity } from '../settings/gift-voucher-validity.domain';
import { issueVoucher, voidVoucher } from './voucher-ledger.store';
import { endVoucherSale, moneyOfVoucher } from './voucher-sale.store';

interface ValidityRow {
  today: string;
  validity_days: number;
  end_of_season: string | null;
  paid_minor: number;
}

/** What the settings of the theatre say, 365 days before it has any; and what was paid for the voucher online. */
async function termsFromToday(tx: Tx, id: string) {
  const { rows } = await tx.sql.query<ValidityRow & Record<string, unknown>>(
    `SELECT to_char(${LOCAL_TODAY}, 'YYYY-MM-DD') AS today, coalesce(t.validity_days, 365) AS validity_days,
       to_char(t.end_of_season_date_for_gift_vouchers, 'YYYY-MM-DD') AS end_of_season,
       (SELECT coalesce(sum(p.amount_minor - p.to_refund_minor - p.refunded_minor), 0)::int FROM gift_voucher_payment p
        WHERE p.tenant_id = $1 AND p.voucher_id = $2 AND p.state = 'ACCEPTED') AS paid_minor
     FROM (SELECT 1) base LEFT JOIN settings t ON t.tenant_id = $1`,
    [tx.tenantId, id],
  );
  const row = rows[0]!;
  const settings = {
    validityDays: row.validity_days,
    endOfSeasonDateForGiftVouchers: row.end_of_season,
  };
  return {
    soldOn: row.today,
    validityDate: giftVoucherValidity(row.today, settings),
    paidMinor: row.paid_minor,
  };
}

/**
 * Paid, or offered: the voucher is worth its face value, until the end that the settings say.
 * Its balance is read after its ledger is written.
 */
const valid = defineCommand(giftVoucher, 'valid', async ({ id, record, tx, proceed }) => {
  const { paidMinor, ...validity } = await termsFromToday(tx, id);
  const totalMinor = parseAmount(record.totalTTC);
  await proceed({ ...validity, leftToPay: formatAmount(Math.max(0, totalMinor - paidMinor)) });
  issueVoucher(tx, id, faceValueOf(record));
  endVoucherSale(tx, id, 'VALIDATED');
  await tx.publish('ticketing.gift-voucher.v1', id, { $case: 'validated', value: { giftVoucherId: id } });
  return { id };
});

/** It is worth nothing any more; the pipeline has locked it and checked that nothing of it was used. */
const backToDraft = defineCommand(giftVoucher, 'back_to_draft', async ({ id, tx, proceed }) => {
  await proceed();
  voidVoucher(tx, id);
  endVoucherSale(tx, id, 'PENDING');
  return { id };
});

/** The same for good: what was paid for it goes back to its buyer. */
const cancel = defineCommand(giftVoucher, 'cancel', async ({ id, record, tx, proceed }) => {
  const wasValidated = record.state === 'VALIDATED';
  const { paymentIds, refundMinor } = await moneyOfVoucher(tx, id);
  await proceed();
  voidVoucher(tx, id);
  endVoucherSale(tx, id, wasValidated ? 'VOIDED' : 'CANCELLED');
  await tx.publish('ticketing.gift-voucher.v1', id, {
    $case: 'canceled',
    value: { giftVoucherId: id, paymentIds, refundMinor, wasValidated },
  });
  return { id };
});

/** Its PDF says the later day. */
const extend = defineCommand(giftVoucher, 'extend', async ({ id, tx, proceed }) => {
  const extended = await proceed();
  await tx.publish('ticketing.gift-voucher.v1', id, { $case: 'extended', value: { giftVoucherId: id } });
  return extended;
});

export const giftVoucherStates = [valid, backToDraft, cancel, extend];

import { parseAmount } from '@coulisse/money';
import { defineCommand } from '@coulisse/resource-server';
import type { Tx } from '@coulisse/service-kit';
import { LOCAL_TODAY } from '@coulisse/service-kit/local-date';
import { giftVoucher } from '../../resources';
import { giftVoucherValidity } from '../settings/gift-voucher-validity.domain';
import { issueVoucher, voidVoucher } from './voucher-ledger.store';

interface ValidityRow {
  today: string;
  validity_days: number;
  end_of_season: string | null;
}

/** What the settings of the theatre say; 365 days before it has any. */
async function validityFromToday(tx: Tx): Promise<{ soldOn: string; validityDate: string }> {
  const { rows } = await tx.sql.query<ValidityRow & Record<string, unknown>>(
    `SELECT to_char(${LOCAL_TODAY}, 'YYYY-MM-DD') AS today, coalesce(t.validity_days, 365) AS validity_days,
       to_char(t.end_of_season_date_for_gift_vouchers, 'YYYY-MM-DD') AS end_of_season
     FROM (SELECT 1) base LEFT JOIN settings t ON t.tenant_id = $1`,
    [tx.tenantId],
  );
  const { today, validity_days: validityDays, end_of_season: endOfSeasonDateForGiftVouchers } = rows[0]!;
  const settings = { validityDays, endOfSeasonDateForGiftVouchers };
  return { soldOn: today, validityDate: giftVoucherValidity(today, settings) };
}

/**
 * Paid, or offered: the voucher is worth its total, until the end that the settings say. Its balance is
 * read after its ledger is written.
 */
const valid = defineCommand(giftVoucher, 'valid', async ({ id, record, tx, proceed }) => {
  await proceed(await validityFromToday(tx));
  issueVoucher(tx, id, parseAmount(record.totalTTC));
  return { id };
});

/** It is worth nothing any more; the pipeline has locked it and checked that nothing of it was used. */
const withdraw = defineCommand(giftVoucher, ['cancel', 'back_to_draft'], async ({ id, tx, proceed }) => {
  await proceed();
  voidVoucher(tx, id);
  return { id };
});

export const giftVoucherStates = [valid, withdraw];

import { Problem, type Tx } from '@coulisse/service-kit';
import { LOCAL_TODAY } from '@coulisse/service-kit/local-date';
import { refusalOfVoucher, type UsableVoucher } from './gift-voucher.domain';
import { readVoucherCode } from './voucher-code.domain';
import { USABLE_VOUCHER, type UsableVoucherRow } from './voucher-ledger.store';

interface Row extends UsableVoucherRow, Record<string, unknown> {
  today: string;
}

const BY_CODE = `SELECT ${USABLE_VOUCHER}, to_char(${LOCAL_TODAY}, 'YYYY-MM-DD') AS today
  FROM gift_voucher v WHERE v.tenant_id = $1 AND v.code = $2`;

const voucherOf = (row: Row): UsableVoucher => ({
  id: row.id,
  code: row.code,
  state: row.state,
  validityDate: row.validity_date,
  balanceMinor: row.balance_minor,
  formulas: row.formulas,
  vatPurpose: row.vat_purpose,
  isHidden: row.is_hidden,
});

export interface FoundVoucher {
  voucher: UsableVoucher;
  /** Local day. */
  today: string;
}

/** The voucher of a code, however that was typed; null when there is none. */
export async function findVoucher(tx: Tx, typedCode: string): Promise<FoundVoucher | null> {
  const { rows } = await tx.sql.query<Row>(BY_CODE, [tx.tenantId, readVoucherCode(typedCode)]);
  const [row] = rows;
  return row ? { voucher: voucherOf(row), today: row.today } : null;
}

/** The voucher of a code; refused when nothing can be paid with it today. */
export async function voucherByCode(tx: Tx, typedCode: string): Promise<UsableVoucher> {
  const found = await findVoucher(tx, typedCode);
  const refusal = refusalOfVoucher(found?.voucher ?? null, found?.today ?? '');
  if (!found || refusal)
    throw new Problem(refusal ?? 'gift-voucher.not-found', {
      errors: [{ pointer: '/code', code: refusal ?? 'gift-voucher.not-found' }],
    });
  return found.voucher;
}

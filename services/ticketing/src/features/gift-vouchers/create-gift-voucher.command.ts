import { formatAmount, totalsInclusive } from '@coulisse/money';
import { defineCommand } from '@coulisse/resource-server';
import { Problem, type Tx } from '@coulisse/service-kit';
import { giftVoucher } from '../../resources';
import type { VatPart } from '../checkout/pricing.domain';
import { vatPurposeOf, voucherTotal, type VatPurpose } from './gift-voucher.domain';
import { newVoucherCode, newVoucherKey } from './voucher-code.domain';

interface FormulaRow {
  name: string;
  price: string;
  purpose: VatPurpose;
  available: boolean;
  vat: VatPart[];
}

const FORMULA = `SELECT f.name, f.ticket_price_ttc::text AS price, f.gift_voucher_purpose::text AS purpose,
    f.available_on_gift_vouchers AND NOT f.archived AS available,
    (SELECT coalesce(json_agg(json_build_object('label', b.label, 'rateBasisPoints', (b.rate * 100)::int,
       'amountMinor', (b.amount_ttc * 100)::int) ORDER BY b.position), '[]')
     FROM formula_vat_breakdown b WHERE b.tenant_id = f.tenant_id AND b.parent_id = f.id) AS vat
  FROM formula f WHERE f.tenant_id = $1 AND f.id = $2`;

const refused = () =>
  new Problem('gift-voucher.formula-not-available', {
    errors: [{ pointer: '/items/0/formula', code: 'gift-voucher.formula-not-available' }],
  });

/** The formula that a voucher is sold for; refused unless the theatre offers it on gift vouchers. */
async function formulaOf(tx: Tx, id: string | null): Promise<FormulaRow | null> {
  if (id === null) return null;
  const { rows } = await tx.sql.query<FormulaRow & Record<string, unknown>>(FORMULA, [tx.tenantId, id]);
  const [row] = rows;
  if (!row?.available) throw refused();
  return row;
}

/** Tax of the sale: that of a single-purpose voucher; the sale of a multi-purpose one carries none. */
function taxOf(formula: FormulaRow | null, quantity: number): number {
  if (vatPurposeOf(formula && { giftVoucherPurpose: formula.purpose }) === 'MULTI_PURPOSE' || !formula)
    return 0;
  const { lines } = totalsInclusive(
    formula.vat.map(({ rateBasisPoints, amountMinor }) => ({
      rateBasisPoints,
      ttcMinor: amountMinor * quantity,
    })),
  );
  return lines.reduce((sum, { taxMinor }) => sum + taxMinor, 0);
}

/** A new voucher is a draft with its code and its key; it is worth something once it is valid. */
export const createGiftVoucher = defineCommand(giftVoucher, 'create', async ({ values, tx, proceed }) => {
  const [line] = values.items;
  if (!line || values.code) return proceed();
  const formula = await formulaOf(tx, line.formula);
  const unitTTC = formula ? formula.price : line.unitTTC;
  const totalMinor = unitTTC === null ? 0 : voucherTotal({ unitTTC, quantity: line.quantity });
  const taxMinor = taxOf(formula, line.quantity);
  const totalTTC = formatAmount(totalMinor);
  return proceed({
    code: newVoucherCode(),
    key: newVoucherKey(),
    items: [{ ...line, name: formula?.name ?? null, unitTTC, totalTTC }],
    vatPurpose: vatPurposeOf(formula && { giftVoucherPurpose: formula.purpose }),
    totalTTC,
    totalHT: formatAmount(totalMinor - taxMinor),
    totalVAT: formatAmount(taxMinor),
    leftToPay: totalTTC,
  });
});

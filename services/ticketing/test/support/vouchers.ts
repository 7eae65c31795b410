import { randomUUID } from 'node:crypto';
import { formatAmount } from '@coulisse/money';
import { resourcesOf } from '@coulisse/resource-server';
import { systemActor } from '@coulisse/service-kit';
import { newVoucherCode, newVoucherKey } from '../../src/features/gift-vouchers/voucher-code.domain';
import { giftVoucher } from '../../src/resources';
import type { BoxOffice } from './box-office';

export interface MadeVoucher {
  id: string;
  code: string;
  key: string;
}

/** A gift voucher of an amount, or of a formula; valid unless it is a draft. */
export async function makeVoucher(
  office: BoxOffice,
  tenantId: string,
  {
    amountMinor = 10_000,
    formula = null,
    vatPurpose = 'MULTI_PURPOSE',
    isDraft = false,
    isPostal = false,
  }: {
    amountMinor?: number;
    formula?: string | null;
    vatPurpose?: 'SINGLE_PURPOSE' | 'MULTI_PURPOSE';
    isDraft?: boolean;
    isPostal?: boolean;
  } = {},
): Promise<MadeVoucher> {
  const { ctx } = office.service;
  const total = formatAmount(amountMinor);
  const key = newVoucherKey();
  const actor = systemActor(tenantId, 'test');
  return ctx.db.inTenant(actor, async (tx) => {
    const vouchers = resourcesOf(ctx).of(giftVoucher);
    const { id, code } = await vouchers.create(tx, actor, {
      code: newVoucherCode(),
      key,
      customerName: `Durand ${randomUUID()}`,
      customerEmail: 'camille@example.test',
      beneficiaryName: 'Alix',
      items: [{ formula, name: null, quantity: 1, unitTTC: total, totalTTC: total }],
      vatPurpose,
      totalTTC: total,
      totalHT: total,
      totalVAT: '0.00',
      leftToPay: total,
      isPostal,
    });
    if (!isDraft) await vouchers.transition(tx, actor, id, 'valid');
    return { id, code, key };
  });
}

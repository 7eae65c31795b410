import { formatAmount } from '@coulisse/money';
import { defineCommand, type Command } from '@coulisse/resource-server';
import { Problem, type FieldError, type Tx } from '@coulisse/service-kit';
import { manualPayment } from '../../resources';
import { minorOf } from '../../resources/allocations.domain';
import { lockPayableBills } from './payable-bill.store';

interface Items {
  readonly tiers: string;
  readonly currency: string;
  readonly items: readonly { readonly bill: string; readonly amount: string }[];
}

/** Refuses items whose bill is not issued, belongs to another third party, or has less left to pay. */
async function checkItems(tx: Tx, { tiers, currency, items }: Items): Promise<void> {
  const bills = await lockPayableBills(
    tx,
    items.map(({ bill }) => bill),
  );
  const errors = items.flatMap(({ bill, amount }, index): FieldError[] => {
    const payable = bills.get(bill);
    const pointer = `/items/${index}/bill`;
    if (!payable) return [{ pointer, code: 'transition.bill-not-issued', params: { bill: index + 1 } }];
    if (payable.tiersId !== tiers || payable.currency !== currency)
      return [{ pointer, code: 'payment.other-customer', params: { bill: payable.code } }];
    if (minorOf(amount) <= payable.leftMinor) return [];
    const params = { left: formatAmount(Math.max(0, payable.leftMinor)) };
    return [{ pointer: `/items/${index}/amount`, code: 'bill.above-left', params }];
  });
  if (errors.length) throw new Problem('validation.failed', { errors });
}

const validPayment = defineCommand(manualPayment, 'valid', async ({ record, tx, proceed }) => {
  await checkItems(tx, record);
  return proceed();
});

const deletePayment = defineCommand(manualPayment, 'delete', async ({ record, proceed }) => {
  if (record.code !== null) throw new Problem('payment.was-valid', { status: 409 });
  return proceed();
});

export const manualPaymentCommands: readonly Command[] = [validPayment, deletePayment];

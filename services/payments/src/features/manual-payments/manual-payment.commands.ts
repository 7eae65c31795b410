import { formatAmount } from '@coulisse/money';
import type { RecordOf } from '@coulisse/resource';
import { defineCommand, type Command } from '@coulisse/resource-server';
import { Problem, type FieldError, type Tx } from '@coulisse/service-kit';
import { manualPayment } from '../../resources';
import { minorOf } from '../../resources/allocations.domain';
import { lockPayableBills } from './payable-bill.store';

type Payer = Pick<RecordOf<typeof manualPayment>, 'tiers' | 'currency'>;
/** Money of a payment that is to settle a bill. */
interface Part {
  readonly bill: string;
  readonly amount: string;
  /** Where the request has it. */
  readonly pointer: string;
  readonly notIssued: Pick<FieldError, 'code' | 'params'>;
}

/**
 * Refuses parts whose bill is not issued, belongs to another third party, or has less left to pay. The bills are locked
 * until the transaction ends, so that other payments wait for what this one settles.
 */
async function checkParts(tx: Tx, { tiers, currency }: Payer, parts: readonly Part[]): Promise<void> {
  const bills = await lockPayableBills(
    tx,
    parts.map(({ bill }) => bill),
  );
  const errors = parts.flatMap(({ bill, amount, pointer, notIssued }): FieldError[] => {
    const payable = bills.get(bill);
    if (!payable) return [{ pointer: `${pointer}/bill`, ...notIssued }];
    if (payable.tiersId !== tiers || payable.currency !== currency)
      return [{ pointer: `${pointer}/bill`, code: 'payment.other-customer', params: { bill: payable.code } }];
    if (minorOf(amount) === 0)
      return [{ pointer: `${pointer}/amount`, code: 'validation.value-min', params: { min: 0.01 } }];
    if (minorOf(amount) <= payable.leftMinor) return [];
    const params = { left: formatAmount(Math.max(0, payable.leftMinor)) };
    return [{ pointer: `${pointer}/amount`, code: 'bill.above-left', params }];
  });
  if (errors.length) throw new Problem('validation.failed', { errors });
}

const validPayment = defineCommand(manualPayment, 'valid', async ({ record, tx, proceed }) => {
  const parts = record.items.map(({ bill, amount }, index): Part => {
    const notIssued = { code: 'transition.bill-not-issued', params: { bill: index + 1 } } as const;
    return { bill, amount, pointer: `/items/${index}`, notIssued };
  });
  await checkParts(tx, record, parts);
  return proceed();
});

/** The payment is locked before its bill, as `valid` does: two allocations of the same free money take turns. */
const allocatePayment = defineCommand(manualPayment, 'allocate', async ({ record, input, tx, proceed }) => {
  await checkParts(tx, record, [
    { ...input, pointer: '/input', notIssued: { code: 'avoir.bill-not-issued' } },
  ]);
  return proceed();
});

const deletePayment = defineCommand(manualPayment, 'delete', async ({ record, proceed }) => {
  if (record.code !== null) throw new Problem('payment.was-valid', { status: 409 });
  return proceed();
});

export const manualPaymentCommands: readonly Command[] = [validPayment, allocatePayment, deletePayment];

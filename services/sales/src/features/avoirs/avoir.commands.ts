import { formatAmount, parseAmount } from '@coulisse/money';
import { defineCommand, resourcesOf, type Command } from '@coulisse/resource-server';
import { withAllRights } from '@coulisse/service-kit/actor';
import type { Tx } from '@coulisse/service-kit/database';
import { Problem } from '@coulisse/service-kit/problem';
import type { ServiceContext } from '@coulisse/service-kit/service';
import { avoir, bill } from '../../resources';
import { isIssued } from '../../resources/bill.resource';
import { lockBill, settle } from '../bills/settlement.store';
import { wasReturned } from '../box-office/box-office.store';
import {
  creditableLines,
  creditedDeposits,
  creditedDiscount,
  creditedLines,
  type Bill,
  type Credited,
  type WishedLine,
} from './credited-lines.domain';

const wrong = (pointer: string, code: 'validation.choice' | 'avoir.bill-not-issued') =>
  new Problem('validation.failed', { errors: [{ pointer, code }] });

/** The bill that is credited; a bill without a number is changed, not credited. */
async function creditedBill(ctx: ServiceContext, tx: Tx, id: string): Promise<Bill> {
  // Who may credit a bill need not see it in the list of bills.
  const found = await resourcesOf(ctx)
    .of(bill)
    .read(tx, withAllRights(tx.actor), id)
    .catch((error: unknown) => {
      if (error instanceof Problem && error.code === 'http.404') throw wrong('/bill', 'validation.choice');
      throw error;
    });
  if (!isIssued(found.state)) throw wrong('/bill', 'avoir.bill-not-issued');
  return found;
}

/** Quantities of issued credit notes, by line of the bill. */
async function creditedOf(tx: Tx, billId: string): Promise<Credited> {
  const { rows } = await tx.sql.query<{ bill_item: string; quantity: string }>(
    `SELECT i.bill_item, sum(i.quantity)::text AS quantity FROM avoir a
       JOIN avoir_items i ON i.tenant_id = a.tenant_id AND i.parent_id = a.id
      WHERE a.tenant_id = $1 AND a.bill_id = $2 AND a.state <> 'DRAFT' AND i.bill_item IS NOT NULL
      GROUP BY i.bill_item`,
    [tx.tenantId, billId],
  );
  return new Map(rows.map(({ bill_item, quantity }) => [bill_item, quantity]));
}

/** Lines, prices and discount of a credit note: what the bill says, in the wished quantities. */
function valuesFrom(from: Bill, credited: Credited, wished: readonly WishedLine[]) {
  const { lines, errors } = creditedLines(from, credited, wished);
  if (errors.length) throw new Problem('validation.failed', { errors });
  return {
    ...{ items: lines, groups: [], priceEntry: from.priceEntry },
    ...creditedDiscount(from, lines),
    ...creditedDeposits(from, credited, lines),
  };
}

/** Without lines, a new credit note takes back everything that is left of its bill. */
const createAvoir: Command = {
  resource: avoir.name,
  operations: ['create'],
  run: async ({ values = {}, tx, ctx, proceed }) => {
    const from = await creditedBill(ctx, tx, String(values.bill));
    const credited = await creditedOf(tx, from.id);
    const wished = values.items as WishedLine[];
    return proceed({
      ...valuesFrom(from, credited, wished.length > 0 ? wished : creditableLines(from, credited)),
      ...{ tiers: from.tiers, billCode: from.code, billIssuedOn: from.issuedOn },
    });
  },
};

const updateAvoir: Command = {
  resource: avoir.name,
  operations: ['update'],
  run: async ({ record, changes = {}, tx, ctx, proceed }) => {
    // Only a draft has lines that may change; what else is changed in other states is left to the declaration.
    if (!record || record.state !== 'DRAFT') return proceed();
    const from = await creditedBill(ctx, tx, String(record.bill));
    const wished = (changes.items ?? record.items) as WishedLine[];
    return proceed(valuesFrom(from, await creditedOf(tx, from.id), wished));
  },
};

const deleteAvoir = defineCommand(avoir, 'delete', async ({ record, proceed }) => {
  if (record.state !== 'DRAFT') throw new Problem('document.posted', { status: 409 });
  return proceed();
});

const ISSUED_TOTAL = `SELECT coalesce(sum(total_ttc * 100), 0)::bigint AS minor FROM avoir
  WHERE tenant_id = $1 AND bill_id = $2 AND state <> 'DRAFT'`;

/**
 * Under the lock of the bill, so that two credit notes do not take back the same line. Where the box office has given money
 * back, which opened the bill again, the credit note is deducted from it at once.
 */
const postAvoir = defineCommand(avoir, 'post', async ({ record, tx, ctx, proceed }) => {
  const { left: openMinor } = await lockBill(tx, record.bill);
  const from = await creditedBill(ctx, tx, record.bill);
  const { errors } = creditedLines(from, await creditedOf(tx, from.id), record.items);
  if (errors.length) throw new Problem('validation.failed', { errors });
  const { rows } = await tx.sql.query<{ minor: number }>(ISSUED_TOTAL, [tx.tenantId, from.id]);
  const left = parseAmount(from.totalTTC ?? '0') - Number(rows[0]?.minor ?? 0);
  if (parseAmount(record.totalTTC ?? '0') > left)
    throw new Problem('avoir.above-bill', { params: { left: formatAmount(left) } });
  const posted = await proceed({ buyer: from.buyer });
  const minor = Math.min(Number(openMinor), parseAmount(posted.amountLeft ?? '0'));
  if (minor <= 0 || !(await wasReturned(tx, from.id))) return posted;
  const input = { bill: from.id, amount: formatAmount(minor) };
  return resourcesOf(ctx).of(avoir).transition(tx, withAllRights(tx.actor), posted.id, 'deduct', input);
});

const deductAvoir = defineCommand(avoir, 'deduct', async ({ record, input, tx, ctx, proceed }) => {
  const target = await lockBill(tx, input.bill);
  const refuse = (field: string, code: 'avoir.bill-not-issued' | 'avoir.other-customer') =>
    new Problem('validation.failed', { errors: [{ pointer: `/input/${field}`, code }] });
  if (!isIssued(target.state)) throw refuse('bill', 'avoir.bill-not-issued');
  if (target.tiers_id !== record.tiers) throw refuse('bill', 'avoir.other-customer');
  const amountMinor = parseAmount(input.amount);
  if (amountMinor > target.left) {
    const params = { left: formatAmount(Math.max(0, target.left)) };
    throw new Problem('validation.failed', {
      errors: [{ pointer: '/input/amount', code: 'bill.above-left', params }],
    });
  }
  const after = await proceed();
  const useId = after.uses.at(-1)!.id;
  await settle(tx, ctx, { billId: input.bill, source: 'AVOIR', sourceId: useId, version: 1, amountMinor });
  await tx.publish('sales.bill.v1', input.bill, {
    $case: 'credited',
    value: { billId: input.bill, useId, amountMinor },
  });
  return after;
});

export const avoirCommands: readonly Command[] = [
  createAvoir,
  updateAvoir,
  deleteAvoir,
  postAvoir,
  deductAvoir,
];

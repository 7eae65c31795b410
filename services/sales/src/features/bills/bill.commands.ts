import { defineCommand, type Command } from '@coulisse/resource-server';
import { withAllRights } from '@coulisse/service-kit/actor';
import { Problem } from '@coulisse/service-kit/problem';
import { bill } from '../../resources';
import { isIssued } from '../../resources/bill.resource';
import { buyerOf, requireComplete } from '../buyers/buyer';
import { checkSending, requestSending } from '../sending/sending';

/** The number is taken last, so that other bills do not wait for crm. A bill of nothing is paid. */
const postBill = defineCommand(bill, 'post', async ({ id, record, tx, ctx, actor, resources, proceed }) => {
  const buyer = await buyerOf(ctx, tx, record.tiers);
  requireComplete(buyer);
  await proceed({ buyer });
  await resources.of(bill).recompute(tx, withAllRights(actor), [id]);
  return { id };
});

const sendBill = defineCommand(bill, ['send', 'send_proforma'], async ({ id, input, tx, ctx, proceed }) => {
  const to = await checkSending(ctx, tx, 'sales.bill', id, input);
  const sent = await proceed({ sentTo: to });
  await requestSending(tx, 'sales.bill', id, to, input);
  return sent;
});

const deleteBill = defineCommand(bill, 'delete', async ({ record, proceed }) => {
  if (isIssued(record.state)) throw new Problem('document.posted', { status: 409 });
  return proceed();
});

export const billCommands: readonly Command[] = [postBill, sendBill, deleteBill];

import { defineCommand, type Command } from '@coulisse/resource-server';
import { withAllRights } from '@coulisse/service-kit/actor';
import { Problem } from '@coulisse/service-kit/problem';
import { bill } from '../../resources';
import { isIssued } from '../../resources/bill.resource';
import { readBoxOffice } from '../box-office/box-office-money';
import { settleNewBill } from '../box-office/settle-box-office.command';
import { buyerOf, requireComplete } from '../buyers/buyer';
import { checkSending, requestSending } from '../sending/sending';

/**
 * The number is taken last, so that other bills wait neither for crm nor for ticketing. A bill of nothing is paid, and so is
 * one whose reservation was paid at the box office.
 */
const postBill = defineCommand(bill, 'post', async ({ id, record, tx, ctx, actor, resources, proceed }) => {
  const buyer = await buyerOf(ctx, tx, record.tiers);
  requireComplete(buyer);
  const money = record.reservation && (await readBoxOffice(ctx, tx.tenantId, record.reservation));
  await proceed({ buyer });
  if (money) await settleNewBill(tx, money, id);
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

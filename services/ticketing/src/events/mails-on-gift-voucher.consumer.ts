import { consumer, Problem, systemActor } from '@coulisse/service-kit';
import { documentOfVoucher } from '../features/gift-vouchers/voucher-sale.store';
import { voucherMailData, voucherRefundData } from '../features/messages/voucher-data';
import type { VoucherMails } from '../features/messages/voucher-mails';
import {
  voucherGiftMail,
  voucherRefundMail,
  voucherReminderMail,
} from '../features/messages/voucher-template-kinds';

const done = { handle: () => Promise.resolve() };

/**
 * Mails a gift voucher to its recipient on its day, reminds who holds it, and tells the buyer of a cancellation. A group of
 * its own, so that PDFs are rendered while no mail can be sent.
 */
export const mailsOnGiftVoucher = (mails: VoucherMails) =>
  consumer(
    'ticketing.gift-voucher.v1',
    'ticketing.mails-on-gift-voucher',
    {
      sendingDue: {
        ...done,
        prepare: async ({ giftVoucherId: voucherId }, { tenantId }, ctx) => {
          const actor = systemActor(tenantId, `write ${voucherGiftMail.name}`);
          const documentId = await ctx.db.inTenant(actor, (tx) => documentOfVoucher(tx, voucherId));
          if (!documentId) throw new Problem('service.unavailable');
          await mails.send(
            tenantId,
            {
              kind: voucherGiftMail,
              key: `gift-voucher:${voucherId}:gift`,
              voucherId,
              data: voucherMailData,
              to: ({ beneficiaryName: name, beneficiaryEmail: address }) => ({ name, address }),
              documentIds: [documentId],
              isNeeded: ({ state }) => state === 'VALIDATED',
            },
            ctx,
          );
        },
      },
      expiring: {
        ...done,
        prepare: ({ giftVoucherId: voucherId, validityDate }, { tenantId }, ctx) =>
          mails.send(
            tenantId,
            {
              kind: voucherReminderMail,
              key: `gift-voucher:${voucherId}:reminder:${validityDate}`,
              voucherId,
              data: voucherMailData,
              to: ({ beneficiaryName, beneficiaryEmail, buyerName, email }) =>
                beneficiaryEmail
                  ? { name: beneficiaryName, address: beneficiaryEmail }
                  : { name: buyerName, address: email },
              isNeeded: ({ state, balanceMinor }) => state === 'VALIDATED' && balanceMinor > 0,
            },
            ctx,
          ),
      },
      canceled: {
        ...done,
        prepare: async ({ giftVoucherId: voucherId, refundMinor, wasValidated }, { tenantId }, ctx) => {
          if (!wasValidated) return;
          await mails.send(
            tenantId,
            {
              kind: voucherRefundMail,
              key: `gift-voucher:${voucherId}:canceled`,
              voucherId,
              data: (voucher, places) =>
                voucherRefundData(voucher, places, {
                  amountMinor: refundMinor,
                  reason: 'CANCELLED',
                  isDone: false,
                }),
              isNeeded: ({ state }) => state === 'CANCELED',
            },
            ctx,
          );
        },
      },
    },
    { isGathered: true },
  );

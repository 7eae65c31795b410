import { consumer } from '@coulisse/service-kit';
import type { VoucherDocuments } from '../features/messages/voucher-documents';

/** Has the PDF of a gift voucher rendered when it becomes valid, and again when it can be used for longer. */
export const onGiftVoucher = (documents: VoucherDocuments) =>
  consumer('ticketing.gift-voucher.v1', 'ticketing.on-gift-voucher', {
    validated: {
      prepare: ({ giftVoucherId }, { tenantId }, ctx) => documents.render(tenantId, giftVoucherId, ctx),
      handle: () => Promise.resolve(),
    },
    extended: {
      prepare: ({ giftVoucherId }, { tenantId }, ctx) => documents.render(tenantId, giftVoucherId, ctx),
      handle: () => Promise.resolve(),
    },
  });

import { resourcesOf } from '@coulisse/resource-server';
import { route } from '@coulisse/service-kit';
import { z } from 'zod';
import { giftVoucher } from '../../resources';
import type { VoucherMails } from '../messages/voucher-mails';
import { togglePosted } from '../postal/toggle-posted.command';
import { resendVoucher } from './resend-voucher.command';

const base = '/b/api/prestiscene/gift-vouchers/{id}';
const tag = 'Gift vouchers';
const params = z.object({ id: z.uuid() });
const access = { right: 'ticketing.gift-voucher.post' };

/** How staff follow the way of a voucher to its buyer: by mail and by post. */
export const voucherSendingRoutes = (mails: VoucherMails) => [
  route.post(
    `${base}/resend`,
    {
      summary: 'Mail a gift voucher to its buyer again, at most once a minute',
      ...{ tag, access, params },
      status: 204,
    },
    ({ actor, params: { id } }, ctx) => resendVoucher({ actor, voucherId: id }, mails, ctx),
  ),
  route.post(
    `${base}/toggle-postal-sended`,
    {
      summary: 'Mark a gift voucher as posted, or as not posted any more (R-044)',
      ...{ tag, access, params },
      response: z.object({ postalSended: z.boolean() }),
    },
    ({ actor, params: { id } }, ctx) =>
      ctx.db.inTenant(actor, async (tx) => ({
        postalSended: await togglePosted(resourcesOf(ctx).of(giftVoucher), tx, actor, id),
      })),
  ),
];

import { plainDay, plainText, reply, route } from '@coulisse/service-kit';
import { resourcesOf } from '@coulisse/resource-server';
import { BUYER_FULL_NAME_MAX } from '@coulisse/identifiers/buyer-name';
import { optionalBuyerName } from '@coulisse/service-kit/http';
import { z } from 'zod';
import { giftVoucher } from '../../resources';
import { withFreeCode } from '../checkout/reservation-code.domain';
import { decimal, deskCustomer, percentageDiscount, takenParts } from '../desk/desk.routes';
import type { VoucherMails } from '../messages/voucher-mails';
import { editVoucherBuyer } from './edit-voucher-buyer.command';
import { collectForVoucher, sellVoucher } from './sell-voucher.command';
import { sendVoucherLink } from './send-voucher-link.command';
import { shownOffer, voucherOffer } from './voucher-offer.read-model';
import { voucherPayments } from './voucher-payments.read-model';

const base = '/b/api/prestiscene/gift-vouchers';
const tag = 'Gift vouchers';
const access = { right: 'ticketing.gift-voucher.create' };
const params = z.object({ id: z.uuid() });
const amount = z.string().regex(/^\d{1,5}(\.\d{1,2})?$/, 'validation.format');
const payment = z.discriminatedUnion('kind', [
  // No parts: a discount has left nothing to pay.
  z.strictObject({ kind: z.literal('now'), parts: takenParts }),
  z.strictObject({ kind: z.literal('later'), deadline: plainDay() }),
  z.strictObject({ kind: z.literal('link'), deadline: plainDay() }),
]);
const discount = z.discriminatedUnion('kind', [
  percentageDiscount,
  z.strictObject({ kind: z.literal('amount'), amount: decimal, entry: z.literal('TTC').default('TTC') }),
]);
const soldVoucher = z.object({
  giftVoucher: z.object({ id: z.uuid(), code: z.string(), state: z.string() }),
  totalMinor: z.int(),
  paidMinor: z.int(),
});

/** Gift vouchers at the desk: their sale, what is still due for one, and the link by which it is paid. */
export const deskVoucherRoutes = (mails: VoucherMails) => [
  route.get(
    '/b/api/prestiscene/desk/gift-voucher-offer',
    { summary: 'Gift vouchers that the box office sells: amounts, formulas, postage, gift bag', tag, access },
    async ({ actor }, ctx) => {
      const offer = await ctx.db.inTenant(actor, (tx) => voucherOffer(tx, 'BOX_OFFICE'));
      const { thankYouText: _text, ...shown } = shownOffer(offer);
      return shown;
    },
  ),
  route.post(
    '/b/api/prestiscene/desk/gift-vouchers',
    {
      summary: 'Sell a gift voucher: paid now, in parts or at once, or later; needs an Idempotency-Key',
      ...{ tag, access },
      body: z.strictObject({
        customer: deskCustomer,
        tiers: z.uuid().nullable().default(null),
        language: z.enum(['fr', 'en']).default('fr'),
        amount: amount.nullable().default(null),
        formula: z.uuid().nullable().default(null),
        quantity: z.int().min(1).max(100).default(1),
        beneficiaryName: optionalBuyerName(BUYER_FULL_NAME_MAX).default(''),
        beneficiaryEmail: z.string().trim().toLowerCase().max(254).pipe(z.email()).nullable().default(null),
        message: plainText(600).default(''),
        sendOn: plainDay().nullable().default(null),
        isPostal: z.boolean().default(false),
        hasGiftBag: z.boolean().default(false),
        discount: discount.nullable().default(null),
        payment,
      }),
      response: soldVoucher,
      status: 201,
    },
    ({ actor, body, idempotencyKey }, ctx) =>
      withFreeCode(() => sellVoucher({ ...body, actor, idempotencyKey }, mails, ctx)),
  ),
  route.post(
    `${base}/{id}/edit-customer`,
    {
      summary: 'Correct the buyer of a gift voucher; `version` is the one that was read',
      ...{ tag, access, params },
      body: z.strictObject({
        version: z.int(),
        customer: deskCustomer,
        tiers: z.uuid().nullable().default(null),
      }),
      status: 204,
    },
    ({ actor, params: { id }, body }, ctx) => editVoucherBuyer({ ...body, actor, id }, ctx),
  ),
  route.post(
    `${base}/{id}/collect`,
    {
      summary: 'Take what is due for a gift voucher; needs an Idempotency-Key',
      ...{ tag, access, params },
      body: z.strictObject({ parts: takenParts.min(1) }),
      response: soldVoucher,
    },
    ({ actor, params: { id }, body: { parts }, idempotencyKey }, ctx) =>
      collectForVoucher({ actor, voucherId: id, idempotencyKey, parts }, ctx),
  ),
  route.post(
    `${base}/{id}/send-payment-link`,
    {
      summary: 'Mail the buyer the link by which they pay for a gift voucher, at most once a minute',
      ...{ tag, access, params },
      status: 204,
    },
    ({ actor, params: { id } }, ctx) => sendVoucherLink({ actor, voucherId: id }, mails, ctx),
  ),
  route.get(
    `${base}/{id}/informations`,
    {
      summary: 'One gift voucher with its payments, what is due for it, and its PDF',
      tag,
      access: { right: 'ticketing.gift-voucher.read' },
      params,
    },
    async ({ actor, params: { id }, language }, ctx) => {
      const details = await ctx.db.inTenant(actor, (tx) => voucherPayments(tx, id));
      // Read last, so that the record is never older than the details of its sale.
      const record = await resourcesOf(ctx).of(giftVoucher).serve({ actor, language }, id);
      return reply({ ...record, ...details }, { headers: { ETag: `"${record.version}"` } });
    },
  ),
];

import { frontUrl } from '@coulisse/contracts/own-host';
import { resourcesOf } from '@coulisse/resource-server';
import { plainDay, plainText, Problem, route, type Actor, type ServiceContext } from '@coulisse/service-kit';
import { BUYER_FULL_NAME_MAX } from '@coulisse/identifiers/buyer-name';
import { optionalBuyerName } from '@coulisse/service-kit/http';
import { z } from 'zod';
import { tenantOfTheatre, type TenantDirectory } from '../catalogue/tenant-directory';
import { customer } from '../checkout/checkout.routes';
import { withFreeCode } from '../checkout/reservation-code.domain';
import { boughtVoucher, vouchersOf, type BoughtVoucher } from './bought-voucher.read-model';
import { payVoucher } from './pay-voucher.command';
import { saveVoucher, voucherShop } from './save-voucher.command';
import { VOUCHER_LINK, type VoucherLinks } from './voucher-links';
import { shownOffer, voucherOffer } from './voucher-offer.read-model';
import { sendDocument } from '../send-document';

const base = '/app-api/prestiscene/gift-vouchers';
const tag = 'Gift vouchers';
const amount = z.string().regex(/^\d{1,5}(\.\d{1,2})?$/, 'validation.format');
const email = z.string().trim().toLowerCase().max(254).pipe(z.email());

const order = z.strictObject({
  /** The theatre. */
  saasCustomer: z.uuid(),
  /** Either an amount in euros, or a formula for so many people. */
  amount: amount.nullable().default(null),
  formula: z.uuid().nullable().default(null),
  quantity: z.int().min(1).max(100).default(1),
  beneficiaryName: optionalBuyerName(BUYER_FULL_NAME_MAX).default(''),
  beneficiaryEmail: email.nullable().default(null),
  message: plainText(600).default(''),
  sendOn: plainDay().nullable().default(null),
  isPostal: z.boolean().default(false),
  hasGiftBag: z.boolean().default(false),
  customer,
  language: z.enum(['fr', 'en']).default('fr'),
  cgvAccepted: z.boolean().default(false),
});

/** What its buyer may read; the id of the document stays inside. */
const publicOf = ({ documentId, ...voucher }: BoughtVoucher) => ({
  ...voucher,
  documentReady: documentId !== null,
});

/** The public sale of gift vouchers: what is offered, the order, its payment, and what was bought. */
export const voucherShopRoutes = (tenants: TenantDirectory, links: VoucherLinks) => {
  /** Common parts of the routes that the link to a voucher opens. */
  const byLink = {
    tag,
    access: 'public' as const,
    credential: VOUCHER_LINK,
    tenant: ({ credential: link }: { credential: string | null }) =>
      Promise.resolve(links.open(link).tenantId),
  };
  const read = (
    { actor, credential: link }: { actor: Actor; credential: string | null },
    ctx: ServiceContext,
  ) => ctx.db.inTenant(actor, (tx) => boughtVoucher(tx, links.open(link).recordId));
  return [
    route.get(
      `${base}/by-saas-customer/{id}`,
      {
        summary: 'Gift vouchers that a theatre sells: amounts, formulas, postage, gift bag',
        tag,
        access: 'public',
        params: z.object({ id: z.string().min(1).max(80) }),
        tenant: tenantOfTheatre(tenants),
      },
      async ({ actor }, ctx) => shownOffer(await ctx.db.inTenant(actor, voucherOffer)),
    ),
    route.post(
      `${base}/cart/save`,
      {
        summary: 'Order a gift voucher: a draft that is worth something once it is paid',
        tag,
        access: 'public',
        body: order,
        tenant: ({ body }, ctx) => tenants.ofId(body.saasCustomer, ctx),
        idempotent: true,
      },
      ({ actor, body }, ctx) => {
        const { cgvAccepted, saasCustomer: _theatre, ...wishes } = body;
        if (!cgvAccepted)
          throw new Problem('terms.not-accepted', {
            errors: [{ pointer: '/cgvAccepted', code: 'terms.not-accepted' }],
          });
        return withFreeCode(() =>
          ctx.db.inTenant(actor, async (tx) => {
            const saved = await saveVoucher(tx, resourcesOf(ctx), wishes, voucherShop(tx.tenantId));
            return { giftVoucher: saved, link: links.keyOf({ tenantId: tx.tenantId, recordId: saved.id }) };
          }),
        );
      },
    ),
    route.post(
      `${base}/cart/pay`,
      {
        ...byLink,
        summary: 'Start the payment of a gift voucher: the form that the browser posts to the bank',
        body: z.strictObject({ returnUrl: z.url({ protocol: /^https?$/ }).optional() }),
      },
      ({ actor, credential: link, body, headers }, ctx) => {
        const { tenantId, recordId: voucherId } = links.open(link);
        const front = frontUrl(headers, ctx.config.PUBLIC_URL);
        return payVoucher({ actor, tenantId, voucherId, returnUrl: body.returnUrl, frontUrl: front }, ctx);
      },
    ),
    route.get(
      `${base}/cart`,
      { ...byLink, summary: 'The gift voucher of a link: its payment, what it is worth, what is left of it' },
      async (request, ctx) => publicOf(await read(request, ctx)),
    ),
    route.get(
      `${base}/cart/voucher.pdf`,
      { ...byLink, summary: 'The PDF of the gift voucher of a link', stream: true },
      async (request, ctx, { res }) => {
        const { documentId, code, state } = await read(request, ctx);
        if (state === 'CANCELED') throw new Problem('document.gone');
        if (documentId === null || code === null) throw new Problem('http.404');
        const { tenantId } = links.open(request.credential);
        await sendDocument(res, { tenantId, documentId, code, disposition: 'attachment' }, ctx);
      },
    ),
    route.get(
      `${base}/mine`,
      { summary: 'Gift vouchers that the signed-in buyer bought', tag, access: 'public' },
      async ({ actor }, ctx) => {
        const { email: address, tenantId, subject } = actor;
        if (!address || !tenantId || !subject) throw new Problem('security.not-authenticated');
        const vouchers = await ctx.db.inTenant(actor, (tx) => vouchersOf(tx, address));
        return {
          items: vouchers.map((voucher) => ({
            ...publicOf(voucher),
            link: links.keyOf({ tenantId, recordId: voucher.id }),
          })),
        };
      },
    ),
  ];
};

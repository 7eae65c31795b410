import { frontUrl } from '@coulisse/contracts/own-host';
import { resourcesOf } from '@coulisse/resource-server';
import { plainLine, Problem, route } from '@coulisse/service-kit';
import { buyerName } from '@coulisse/service-kit/http';
import { z } from 'zod';
import { CART_TOKEN, tenantOfCart, type TenantDirectory } from '../catalogue/tenant-directory';
import type { TicketSequencer } from '../ticket-numbers/ticket-sequencer';
import { formulaBySeat } from '../holds/holds.routes';
import { cartPrices, optionChoices, quoteCart } from './cart-prices';
import { payByLink } from './pay-by-link.command';
import { payCart } from './pay-cart.command';
import { withFreeCode } from './reservation-code.domain';
import { saveCart } from './save-cart.command';

const base = '/app-api/prestiscene/reservations/cart';
const tag = 'Checkout';
const line = (max: number) =>
  plainLine(max).refine((text) => text !== '', { params: { code: 'validation.not-blank' } });

export const customer = z.strictObject({
  email: z.string().trim().toLowerCase().max(254).pipe(z.email()),
  firstName: buyerName(),
  lastName: buyerName(),
  telephone: plainLine(40).default(''),
  /** Required where the theatre asks for it, or something is posted. */
  addressLine1: plainLine(120).default(''),
  zipCode: plainLine(12).default(''),
  city: plainLine(80).default(''),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .default('FR'),
});
export const typedVoucher = z.strictObject({ code: line(30), key: line(60) });
const savedCart = z.object({
  reservation: z.object({ id: z.uuid(), code: z.string(), state: z.literal('DRAFT') }),
  totalMinor: z.int(),
  /** What the gift voucher pays of the total, and what is left to pay. */
  voucherMinor: z.int(),
  leftToPayMinor: z.int(),
});

export const checkoutRoutes = (tenants: TenantDirectory, sequencer: TicketSequencer) => [
  route.post(
    `${base}/prices`,
    {
      summary: 'What the cart costs with a promotion code and a gift voucher; nothing is saved',
      tag,
      access: 'public',
      body: z.strictObject({
        formulaBySeat,
        options: optionChoices,
        promotionCode: plainLine(30).default(''),
        giftVoucher: typedVoucher.nullable().default(null),
      }),
      response: cartPrices,
      tenant: tenantOfCart(tenants),
      credential: CART_TOKEN,
    },
    ({ actor, credential: token, body }, ctx) =>
      ctx.db.inTenant(actor, (tx) =>
        quoteCart(tx, resourcesOf(ctx), { ...body, token, channel: 'ONLINE', discount: null }),
      ),
  ),
  route.post(
    `${base}/save`,
    {
      summary: 'Turn the cart into a draft reservation',
      tag,
      access: 'public',
      body: z.strictObject({
        formulaBySeat,
        options: optionChoices,
        customer,
        promotionCode: plainLine(30).default(''),
        giftVoucher: typedVoucher.nullable().default(null),
        language: z.enum(['fr', 'en']).default('fr'),
        cgvAccepted: z.boolean().default(false),
        newsletterSubscribed: z.boolean().default(false),
      }),
      response: savedCart,
      tenant: tenantOfCart(tenants),
      credential: CART_TOKEN,
      idempotent: true,
    },
    ({ actor, credential: cartToken, body }, ctx) => {
      const { cgvAccepted, ...wishes } = body;
      if (!cgvAccepted)
        throw new Problem('terms.not-accepted', {
          errors: [{ pointer: '/cgvAccepted', code: 'terms.not-accepted' }],
        });
      const request = { ...wishes, token: cartToken };
      return withFreeCode(() => ctx.db.inTenant(actor, (tx) => saveCart(tx, resourcesOf(ctx), request)));
    },
  ),
  route.post(
    `${base}/pay`,
    {
      summary: 'Start the payment: the form that the browser posts to the bank',
      tag,
      access: 'public',
      body: z.strictObject({ returnUrl: z.url({ protocol: /^https?$/ }).optional() }),
      tenant: tenantOfCart(tenants),
      credential: CART_TOKEN,
    },
    ({ actor, credential: cartToken, body, headers }, ctx) =>
      payCart(
        {
          actor,
          cartToken,
          returnUrl: body.returnUrl,
          frontUrl: frontUrl(headers, ctx.config.PUBLIC_URL),
        },
        ctx,
        sequencer,
      ),
  ),
  route.post(
    `${base}/payment-link`,
    {
      summary: 'Hold the saved cart for as long as the theatre allows, and mail the link that pays it',
      tag,
      access: 'public',
      response: z.object({
        reservation: z.object({ id: z.uuid(), code: z.string(), state: z.literal('PRE_RESERVATION') }),
        deadline: z.iso.datetime(),
        amountMinor: z.int(),
      }),
      tenant: tenantOfCart(tenants),
      credential: CART_TOKEN,
      idempotent: true,
    },
    ({ actor, credential: cartToken }, ctx) => payByLink({ actor, cartToken }, ctx),
  ),
];

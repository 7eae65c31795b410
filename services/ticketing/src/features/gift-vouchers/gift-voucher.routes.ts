import { resourcesOf } from '@coulisse/resource-server';
import { plainLine, Problem, route } from '@coulisse/service-kit';
import { z } from 'zod';
import { openCart } from '../cart/cart.store';
import { CART_TOKEN, tenantOfCart, type TenantDirectory } from '../catalogue/tenant-directory';
import { publicFormulas } from '../catalogue/sale-terms.read-model';
import { typedVoucher } from '../checkout/checkout.routes';
import { priceSeats, totalMinor } from '../checkout/pricing.domain';
import { seatsFrom, seatsOfCart } from '../performance-seats/seats.read-model';
import { withVoucher } from './pay-with-voucher.command';
import { voucherByCode } from './voucher.read-model';
import { VOUCHER_ENTITIES, vouchersByEntity } from './vouchers-by-entity.read-model';
import { ledgerOf } from './voucher-ledger.store';

const base = '/b/api/prestiscene/gift-vouchers';
const tag = 'Gift vouchers';
const entry = z.object({
  number: z.int(),
  kind: z.enum(['ISSUE', 'USE', 'GIVE_BACK', 'VOID']),
  amountMinor: z.int(),
  balanceMinor: z.int(),
  reservation: z.object({ id: z.uuid(), code: z.string() }).nullable(),
  at: z.string(),
});

export const giftVoucherRoutes = [
  route.get(
    `${base}/by-entity`,
    {
      summary: 'Gift vouchers of a record: those a customer bought, a reservation used, or of a package',
      tag,
      access: { right: 'ticketing.gift-voucher.read' },
      query: z.strictObject({
        entity: z.enum(VOUCHER_ENTITIES),
        id: z.uuid(),
        state: z.enum(['DRAFT', 'CANCELED', 'VALIDATED']).optional(),
      }),
      response: z.object({
        items: z.array(
          z.object({
            id: z.uuid(),
            code: z.string(),
            state: z.enum(['DRAFT', 'CANCELED', 'VALIDATED']),
            customerName: z.string(),
            beneficiaryName: z.string().nullable(),
            totalTTC: z.string(),
            balance: z.string(),
            validityDate: z.string().nullable(),
          }),
        ),
      }),
    },
    async ({ actor, query: { state = null, ...record } }, ctx) => ({
      items: await ctx.db.inTenant(actor, (tx) => vouchersByEntity(tx, { ...record, state })),
    }),
  ),
  route.get(
    `${base}/{id}/uses`,
    {
      summary: 'What a gift voucher was worth, and every use of it, newest first',
      tag,
      access: { right: 'ticketing.gift-voucher.read' },
      params: z.object({ id: z.uuid() }),
      response: z.object({ items: z.array(entry) }),
    },
    async ({ actor, params }, ctx) => ({
      items: await ctx.db.inTenant(actor, (tx) => ledgerOf(tx, params.id)),
    }),
  ),
  route.get(
    '/b/api/prestiscene/desk/gift-vouchers',
    {
      summary: 'The gift voucher of a code, as the box office accepts it',
      tag,
      access: { right: 'ticketing.gift-voucher.read' },
      query: z.object({ code: plainLine(30) }),
      response: z.object({
        id: z.uuid(),
        code: z.string(),
        balanceMinor: z.int(),
        validityDate: z.string().nullable(),
        formulas: z.array(z.uuid()),
      }),
    },
    ({ actor, query }, ctx) => ctx.db.inTenant(actor, (tx) => voucherByCode(tx, query.code)),
  ),
];

/** The key is a secret, and secrets are in no address: hence POST. */
export const publicGiftVoucherRoutes = (tenants: TenantDirectory) => [
  route.post(
    '/app-api/prestiscene/gift-vouchers/by-code-and-key',
    {
      summary: 'What a gift voucher pays of the cart of the Cart-Token; nothing is taken off it',
      tag: 'Checkout',
      access: 'public',
      body: typedVoucher,
      response: z.object({
        code: z.string(),
        balanceMinor: z.int(),
        validityDate: z.string().nullable(),
        voucherMinor: z.int(),
        leftToPayMinor: z.int(),
      }),
      tenant: tenantOfCart(tenants),
      credential: CART_TOKEN,
    },
    ({ actor, credential: cartToken, body }, ctx) =>
      ctx.db.inTenant(actor, async (tx) => {
        const cart = await openCart(tx, cartToken, 'read');
        if (!cart) throw new Problem('cart.not-found');
        const [seats] = await tx.sql.batch([seatsOfCart(tx, cart.performanceId, cart.id)]);
        const formulas = await publicFormulas(tx, cart.performanceId);
        const { priced } = priceSeats(seatsFrom(seats), formulas, cart.formulaBySeat);
        const { voucher, voucherMinor } = await withVoucher(tx, resourcesOf(ctx), body, priced);
        return {
          code: voucher?.code ?? '',
          balanceMinor: voucher?.balanceMinor ?? 0,
          validityDate: voucher?.validityDate ?? null,
          voucherMinor,
          leftToPayMinor: totalMinor(priced) - voucherMinor,
        };
      }),
  ),
];

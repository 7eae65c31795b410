import { plainLine, route } from '@coulisse/service-kit';
import { z } from 'zod';
import { voucherByCode } from './voucher.read-model';
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

import { route, Problem, type Exchange, type ServiceContext } from '@coulisse/service-kit';
import { z } from 'zod';
import { settleAttempt } from '../card-payment/settle-attempt.command';
import { PAYBOX_KEYRING } from './paybox-keyring';
import { parseNotification } from './paybox-notification.domain';
import { signatureMatches } from './paybox-signature.domain';

export const NOTIFICATION_PATH = '/app-api/payments/paybox/notification';
const RETURN_PATH = '/app-api/payments/paybox/return';

/**
 * What the bank says about an attempt to pay. Its signature is the only credential; what is not signed, not ours, or
 * not what was ordered is refused and logged and changes nothing. A repeat is answered like the first.
 */
async function settle(raw: string, ctx: ServiceContext): Promise<void> {
  const { bankKey } = ctx.get(PAYBOX_KEYRING);
  const signed = [raw, withoutOwn(raw)].find((text) => signatureMatches(text, bankKey));
  if (signed === undefined) {
    ctx.log.warn({ length: raw.length }, 'payment.signature_refused');
    throw new Problem('payment.signature-invalid');
  }
  await settleAttempt(parseNotification(signed), ctx);
}

/** The browser comes back with our own parameter in front of the bank's, which the bank does not sign. */
const withoutOwn = (raw: string): string => raw.replace(/^outcome=[a-z]*&/, '');

async function receive(raw: string, ctx: ServiceContext, exchange: Exchange): Promise<void> {
  await settle(raw, ctx);
  // Paybox reads any body as a message that something went wrong.
  exchange.res.status(200).end();
}

const rawQuery = (url: string): string => {
  const at = url.indexOf('?');
  return at < 0 ? '' : url.slice(at + 1);
};

export const notificationRoutes = [
  route.get(
    NOTIFICATION_PATH,
    {
      summary: 'Outcome of a Paybox payment, signed by the bank, in the query',
      access: 'public',
      stream: true,
    },
    (request, ctx, exchange) => receive(rawQuery(request.url), ctx, exchange),
  ),
  route.post(
    NOTIFICATION_PATH,
    {
      summary: 'Outcome of a Paybox payment, signed by the bank, in the body (PBX_RUF1=POST)',
      access: 'public',
      rawBody: true,
      stream: true,
    },
    (request, ctx, exchange) => receive(request.raw?.toString('utf8') ?? '', ctx, exchange),
  ),
  route.post(
    RETURN_PATH,
    {
      summary: 'What the bank signed and the buyer’s browser brought back; it counts as a notification does',
      access: 'public',
      body: z.strictObject({ query: z.string().max(4_000) }),
      status: 204,
    },
    ({ body }, ctx) => settle(body.query, ctx),
  ),
];

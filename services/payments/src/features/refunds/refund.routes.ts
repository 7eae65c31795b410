import {
  plainLine,
  plainText,
  Problem,
  reply,
  route,
  type Request,
  type ServiceContext,
  type Tx,
} from '@coulisse/service-kit';
import { resourcesOf } from '@coulisse/resource-server';
import { z } from 'zod';
import { payment } from '../../resources';
import type { Payments } from '../card-payment/payment.store';
import { needsReference, REFUND_METHODS } from './refund.domain';
import { clearMark, recordRefund, undoRefund } from './record-refund.command';

const base = '/b/api/sale/payments/{id}';
const tag = 'payments.payment';
const params = z.object({ id: z.uuid() });
const refundRight = { right: 'payments.payment.refund' };
const line = (max: number) => plainLine(max).refine((text) => text !== '', 'validation.not-blank');
const reasonBody = z.strictObject({ reason: line(500) });

/** A decimal amount, converted to cents. */
const amount = z
  .string()
  .regex(/^\d{1,9}(\.\d{1,2})?$/, 'validation.format')
  .transform((text) => Math.round(Number(text) * 100))
  .refine((minor) => minor > 0, 'validation.format');

/** Runs a change and returns the updated payment. */
async function change(
  { actor, language, params: { id } }: Pick<Request<{ id: string }>, 'actor' | 'language' | 'params'>,
  ctx: ServiceContext,
  work: (payments: Payments, tx: Tx) => Promise<void>,
) {
  const payments = resourcesOf(ctx).of(payment);
  await ctx.db.inTenant(actor, (tx) => work(payments, tx));
  const record = await payments.serve({ actor, language }, id);
  return reply(record, { headers: { ETag: `"${record.version}"` } });
}

interface Row {
  id: string;
  amount_minor: number;
  method: string;
  reference: string;
  note: string;
  refunded_at: Date;
  recorded_at: Date;
  recorded_by: string;
  undone_at: Date | null;
  undone_by: string | null;
  undone_reason: string | null;
}

export const refundRoutes = [
  route.get(
    `${base}/refunds`,
    {
      summary: 'Every refund of a payment, undone ones too',
      tag,
      access: { right: 'payments.payment.read' },
      params,
    },
    ({ actor, params: { id } }, ctx) =>
      ctx.db.inTenant(actor, async (tx) => {
        const { rowCount } = await tx.sql.query('SELECT 1 FROM payment WHERE id = $1', [id]);
        if (rowCount === 0) throw new Problem('http.404');
        const { rows } = await tx.sql.query<Row & Record<string, unknown>>(
          `SELECT id, amount_minor, method, reference, note, refunded_at, recorded_at, recorded_by, undone_at, undone_by, undone_reason
             FROM payment_refund WHERE payment_id = $1 ORDER BY recorded_at DESC, id DESC LIMIT 200`,
          [id],
        );
        return {
          items: rows.map((row) => ({
            id: row.id,
            amountMinor: row.amount_minor,
            method: row.method,
            reference: row.reference,
            note: row.note,
            refundedAt: row.refunded_at.toISOString(),
            recordedAt: row.recorded_at.toISOString(),
            recordedBy: row.recorded_by,
            undone: row.undone_at
              ? { at: row.undone_at.toISOString(), by: row.undone_by, reason: row.undone_reason }
              : null,
          })),
        };
      }),
  ),
  route.post(
    `${base}/refund`,
    {
      summary: 'Record that money was given back: how, when, under which reference; cash needs none',
      tag,
      access: refundRight,
      params,
      body: z
        .strictObject({
          method: z.enum(REFUND_METHODS, 'validation.choice'),
          reference: plainLine(120).default(''),
          date: z.iso.date('validation.format'),
          note: plainText(2_000).default(''),
          amount: amount.optional(),
        })
        .refine(({ method, reference }) => reference !== '' || !needsReference(method), {
          path: ['reference'],
          error: 'validation.not-blank',
        }),
      idempotent: true,
    },
    (request, ctx) =>
      change(request, ctx, (payments, tx) => {
        const { amount: amountMinor, ...refund } = request.body;
        return recordRefund(payments, tx, request.params.id, { ...refund, amountMinor });
      }),
  ),
  route.post(
    `${base}/refund/undo`,
    {
      summary: 'Take back the last refund, on the day on which it was recorded',
      tag,
      access: refundRight,
      params,
      body: reasonBody,
      idempotent: true,
    },
    (request, ctx) =>
      change(request, ctx, (payments, tx) =>
        undoRefund(payments, tx, request.params.id, request.body.reason),
      ),
  ),
  route.post(
    `${base}/refund/clear`,
    {
      summary: 'Clear a mark that was set by mistake: nothing waits to be given back any more',
      tag,
      access: refundRight,
      params,
      body: reasonBody,
      idempotent: true,
    },
    (request, ctx) =>
      change(request, ctx, (payments, tx) => clearMark(payments, tx, request.params.id, request.body.reason)),
  ),
];

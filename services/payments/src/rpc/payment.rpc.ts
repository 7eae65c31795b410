import { paymentsV1 } from '@coulisse/contracts';
import { Problem, rpc, type FieldError } from '@coulisse/service-kit';
import { z } from 'zod';
import { recordPayments } from '../features/desk-payment/record-payments.command';
import { DESK_METHODS } from '../resources/payment.resource';
import type { SubjectIds } from '../resources/payment-subject';
import type { CardPayments } from '../features/card-payment/start-payment.command';

/** A payment is for a reservation or for a gift voucher. */
const isForOne = ({ reservationId, giftVoucherId }: SubjectIds): boolean =>
  (reservationId === '') === (giftVoucherId !== undefined);

const startPaymentRequest = z
  .object({
    tenantId: z.uuid(),
    idempotencyKey: z.string().min(1).max(200),
    reservationId: z.union([z.uuid(), z.literal('')]),
    giftVoucherId: z.uuid().optional(),
    reservationCode: z.string().min(1).max(100),
    amountMinor: z.number().int().positive().max(99_999_999),
    currency: z.string().regex(/^[A-Z]{3}$/),
    quantity: z.number().int().min(1).max(99),
    buyer: z.object({
      email: z.email().max(120),
      firstName: z.string().min(1),
      lastName: z.string().min(1),
      addressLine1: z.string(),
      zipCode: z.string(),
      city: z.string(),
      country: z.string().length(2),
    }),
    language: z.enum(['fr', 'en']).catch('fr'),
    returnUrl: z.url({ protocol: /^https?$/ }),
  })
  .refine(isForOne, { path: ['reservationId'] });

const recordPaymentsRequest = z
  .object({
    tenantId: z.uuid(),
    idempotencyKey: z.string().min(1).max(190),
    reservationId: z.union([z.uuid(), z.literal('')]),
    giftVoucherId: z.uuid().optional(),
    reservationCode: z.string().min(1).max(100),
    currency: z.literal('EUR'),
    parts: z
      .array(
        z.object({
          method: z.enum(DESK_METHODS),
          amountMinor: z.number().int().positive().max(99_999_999),
          reference: z.string().max(32),
        }),
      )
      .min(1)
      .max(5),
    recordedBy: z.string().max(120),
  })
  .refine(isForOne, { path: ['reservationId'] });

/** The request with its values checked; a wrong one is refused with its fields. */
function parsed<S extends z.ZodType>(schema: S, request: unknown): z.output<S> {
  const result = schema.safeParse(request);
  if (result.success) return result.data;
  const errors = result.error.issues.map((issue): FieldError => ({
    pointer: `/${issue.path.join('/')}`,
    code: 'validation.format',
  }));
  throw new Problem('validation.failed', { errors });
}

export const paymentRpc = (payments: CardPayments) =>
  rpc(
    paymentsV1.PaymentServiceService,
    { startPayment: ['ticketing'], recordPayments: ['ticketing'] },
    {
      startPayment: (request, ctx) => payments.start(parsed(startPaymentRequest, request), ctx),
      recordPayments: async (request, ctx) => ({
        payments: await recordPayments(parsed(recordPaymentsRequest, request), ctx),
      }),
    },
  );

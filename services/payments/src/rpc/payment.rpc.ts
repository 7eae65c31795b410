import { paymentsV1 } from '@coulisse/contracts';
import { Problem, rpc, type FieldError } from '@coulisse/service-kit';
import { z } from 'zod';
import type { CardPayments } from '../features/card-payment/start-payment.command';

const startPaymentRequest = z.object({
  tenantId: z.uuid(),
  idempotencyKey: z.string().min(1).max(200),
  reservationId: z.uuid(),
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
});

export const paymentRpc = (payments: CardPayments) =>
  rpc(
    paymentsV1.PaymentServiceService,
    { startPayment: ['ticketing'] },
    {
      startPayment: async (request, ctx) => {
        const parsed = startPaymentRequest.safeParse(request);
        if (!parsed.success) {
          const errors = parsed.error.issues.map((issue): FieldError => ({
            pointer: `/${issue.path.join('/')}`,
            code: 'validation.format',
          }));
          throw new Problem('validation.failed', { errors });
        }
        return payments.start(parsed.data, ctx);
      },
    },
  );

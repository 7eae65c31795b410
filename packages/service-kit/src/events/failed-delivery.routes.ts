import { z } from 'zod';
import { route } from '../http/route';
import type { Route } from '../http/types';
import { DELIVERY_STATES } from './failed-delivery';
import type { FailedDeliveryService } from './failed-delivery-service';

export const READ_DELIVERIES = 'core.failed-delivery.read';
export const UPDATE_DELIVERIES = 'core.failed-delivery.update';

const params = z.object({ id: z.uuid() });
const state = z.enum(DELIVERY_STATES).optional();
/** Why an operator ends something. No control characters: it is displayed, and PostgreSQL refuses NUL. */
export const operatorReason = z
  .string('validation.type')
  .trim()
  .min(1, 'validation.not-blank')
  .max(500, 'validation.length')
  .regex(/^[^\p{Cc}]*$/u, 'validation.format');

/** Failed deliveries of this service; the gateway merges those of all services at `/b/api/failed-deliveries`. */
export const failedDeliveryRoutes = (desk: FailedDeliveryService): Route[] => [
  route.get(
    '/_failed-deliveries',
    {
      summary: 'Messages that a consumer could not handle, newest first',
      access: { right: READ_DELIVERIES },
      query: z.strictObject({
        state,
        before: z.uuid().optional(),
        limit: z.coerce.number().int().min(1).max(201).default(50),
      }),
    },
    ({ actor, language, query }) => desk.list(actor, language, query),
  ),
  route.post(
    '/_failed-deliveries/_retry',
    {
      summary: 'Send all of them again',
      access: { right: UPDATE_DELIVERIES },
      body: z.strictObject({ state }),
    },
    async ({ actor, body }) => ({ count: await desk.retryAll(actor, body.state) }),
  ),
  route.post(
    '/_failed-deliveries/{id}/_retry',
    { summary: 'Send one again', access: { right: UPDATE_DELIVERIES }, params, status: 204 },
    ({ actor, params: { id } }) => desk.retry(actor, id),
  ),
  route.post(
    '/_failed-deliveries/{id}/_discard',
    {
      summary: 'Give one up',
      access: { right: UPDATE_DELIVERIES },
      params,
      body: z.strictObject({ reason: operatorReason }),
      status: 204,
    },
    ({ actor, params: { id }, body }) => desk.discard(actor, id, body.reason),
  ),
];

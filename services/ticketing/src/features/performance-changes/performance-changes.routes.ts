import { reply, route } from '@coulisse/service-kit';
import { z } from 'zod';
import { cancelPerformance } from './cancel-performance.command';
import { postponePerformance } from './postpone-performance.command';

const base = '/b/api/configuration/representations/{id}';
const tag = 'ticketing.performance';
const params = z.object({ id: z.uuid() });
const access = { right: 'ticketing.performance.update' };
const MOST_TIMES = 10;
const times = z
  .array(z.string('validation.type').regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'validation.format'))
  .max(MOST_TIMES, 'validation.choice-count');
const text = z.string('validation.type').trim().max(2_000, 'validation.length').default('');
const version = z.int().min(1);

/** What happens to a performance after places were promised. */
export const performanceChangeRoutes = [
  route.post(
    `${base}/cancel`,
    {
      summary: 'Cancel a performance; a job cancels and refunds its reservations',
      tag,
      access,
      params,
      body: z.strictObject({ version, comment: text }),
      idempotent: true,
    },
    async ({ actor, params: { id }, body }, ctx) =>
      reply({ job: await cancelPerformance(actor, { id, ...body }, ctx) }, { status: 202 }),
  ),
  route.post(
    `${base}/postpone`,
    {
      summary: 'Play a performance at another time; its buyers are told and get new tickets',
      tag,
      access,
      params,
      body: z.strictObject({
        version,
        date: z.iso.date('validation.date'),
        showTimes: times,
        mealTimes: times,
        message: text,
        cancelableUntil: z.iso.datetime({ error: 'validation.date' }).nullable().default(null),
      }),
      response: z.object({ reservations: z.int() }),
      idempotent: true,
    },
    ({ actor, params: { id }, body }, ctx) => postponePerformance(actor, { id, ...body }, ctx),
  ),
];

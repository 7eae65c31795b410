import { plainLine, route } from '@coulisse/service-kit';
import { z } from 'zod';
import { planInstalments } from './plan-instalments.command';

const path = '/b/api/prestiscene/reservations/{id}/instalments';
const tag = 'ticketing.reservation';
const params = z.object({ id: z.uuid() });
export const MOST_INSTALMENTS = 12;
const HUNDRED_PER_CENT = 10_000;
const share = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('amount'), amountMinor: z.int().min(1).max(99_999_999) }),
  z.strictObject({ kind: z.literal('percentage'), points: z.int().min(1).max(HUNDRED_PER_CENT) }),
  z.strictObject({ kind: z.literal('rest') }),
]);
export const agreed = z.strictObject({
  label: plainLine(80).refine((label) => label.trim() !== '', 'validation.not-blank'),
  dueOn: z.iso.date(),
  share,
});

/** Payments of a pre-reservation that are agreed for days: deposits and the rest. */
export const instalmentRoutes = [
  route.put(
    path,
    {
      summary: 'Agree on the payments of a pre-reservation; the last one is what the others leave',
      tag,
      access: { right: 'ticketing.reservation.sell' },
      params,
      body: z.strictObject({
        version: z.int(),
        instalments: z.array(agreed).max(MOST_INSTALMENTS),
      }),
      status: 204,
    },
    ({ actor, params: { id }, body }, ctx) => planInstalments(actor, { id, ...body }, ctx),
  ),
];

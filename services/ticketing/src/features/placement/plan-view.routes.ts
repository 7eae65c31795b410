import { route } from '@coulisse/service-kit';
import { z } from 'zod';
import { lockTableNumbers } from './automatic-placement.command';
import { moveOnPlan } from './move-on-plan.command';
import { checkPerformance, pendingParties, soldParties } from './parties.read-model';
import { place, run } from './placement.routes';

const byId = z.object({ id: z.uuid() });
const tag = 'Placement';
const base = '/b/api/configuration/representations/{id}/placement';

const party = z.object({
  reservationId: z.uuid(),
  code: z.string(),
  version: z.int(),
  customerName: z.string(),
  hasArrived: z.boolean(),
  isPrinted: z.boolean(),
  places: z.array(
    z.object({
      itemId: z.uuid(),
      seatId: z.uuid(),
      label: z.string(),
      categoryId: z.uuid(),
      isSold: z.boolean(),
      isLocked: z.boolean(),
    }),
  ),
});
const pending = z.object({
  reservationId: z.uuid(),
  code: z.string(),
  customerName: z.string(),
  seatIds: z.array(z.uuid()),
});
const MAX_RESERVATIONS = 50;
const MAX_PLACES = 500;
const reservationMoves = z
  .array(
    z.strictObject({
      reservationId: z.uuid(),
      version: z.int(),
      places: z
        .array(z.strictObject({ itemId: z.uuid(), seatId: z.uuid() }))
        .min(1)
        .max(MAX_PLACES),
    }),
  )
  .max(MAX_RESERVATIONS)
  .refine(
    (reservations) => {
      const seats = reservations.flatMap(({ places }) => places.map(({ seatId }) => seatId));
      return new Set(seats).size === seats.length;
    },
    { message: 'validation.choice' },
  );
const moves = z.strictObject({
  reservations: reservationMoves.refine(({ length }) => length > 0, { message: 'validation.not-blank' }),
});
const someSeats = z.array(z.uuid()).max(20_000).default([]);
/** What somebody changed on the plan: who sits where, and which table numbers automatic placements leave alone. */
const savedPlan = z
  .strictObject({ reservations: reservationMoves.default([]), locked: someSeats, unlocked: someSeats })
  .refine(({ locked, unlocked }) => !locked.some((seat) => unlocked.includes(seat)), {
    path: ['unlocked'],
    message: 'validation.choice',
  });

/** What the plan of a performance shows of its reservations, and their moves by hand. */
export const planViewRoutes = () => [
  route.get(
    base,
    {
      summary:
        'Reservations of a performance with their seats: sold ones, which may be moved, and those that are not paid yet',
      tag,
      access: place,
      params: byId,
      response: z.object({ parties: z.array(party), pending: z.array(pending) }),
    },
    ({ actor, params }, ctx) =>
      ctx.db.inTenant(actor, async (tx) => {
        await checkPerformance(tx, params.id);
        const parties = await soldParties(tx, params.id);
        return {
          // Carts stay inside: their ids are of no use to a screen.
          parties: parties.map(({ cartId: _, ...shown }) => shown),
          pending: await pendingParties(tx, params.id),
        };
      }),
  ),
  route.post(
    `${base}/moves`,
    {
      summary:
        'Move reservations to chosen seats, all or nobody; refused when a version or a seat has changed. Undone like a placement',
      tag,
      access: place,
      params: byId,
      body: moves,
      response: run,
      status: 201,
      idempotent: true,
    },
    ({ actor, params, body }, ctx) =>
      ctx.db.inTenant(actor, (tx) => moveOnPlan(tx, params.id, body.reservations)),
  ),
  route.post(
    '/b/api/configuration/representations/{id}/save-plan',
    {
      summary:
        'Save the plan of a performance: moves and locked table numbers, all of it or nothing. The locks are set after the moves',
      tag,
      access: place,
      params: byId,
      body: savedPlan,
      response: z.object({ run: run.nullable(), changedLocks: z.int() }),
      idempotent: true,
    },
    ({ actor, params: { id }, body: { reservations, locked, unlocked } }, ctx) =>
      ctx.db.inTenant(actor, async (tx) => {
        await checkPerformance(tx, id);
        const { changed: opened } = await lockTableNumbers(tx, id, unlocked, false);
        const moved = reservations.length > 0 ? await moveOnPlan(tx, id, reservations) : null;
        const { changed: closed } = await lockTableNumbers(tx, id, locked, true);
        return { run: moved, changedLocks: opened + closed };
      }),
  ),
];

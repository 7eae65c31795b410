import { sum } from '@coulisse/money';
import { reply, route, settings, type Actor, type ServiceContext, type Tx } from '@coulisse/service-kit';
import { z } from 'zod';
import { ticketingShape } from '../../config';
import { CART_TOKEN, tenantOfId, type TenantDirectory } from '../catalogue/tenant-directory';
import type { FormulaBySeat } from '../checkout/pricing.domain';
import { networkOf } from '../holds/hold.domain';
import { holdSeats, type Hold } from '../holds/hold-seats.command';
import { heldSeatsOf } from '../holds/holds.routes';
import { WAITING_TOKEN, type WaitingRooms } from '../waiting-room/waiting-rooms';
import {
  applyPlacement,
  lockTableNumbers,
  proposePlacement,
  undoPlacement,
} from './automatic-placement.command';
import { holdBestSeats, holdPlaces, proposeBestSeats, type HoldAttempt } from './best-seats.command';
import { RUN_SCOPES, SCOPES } from './placement-plan.domain';
import { readRun } from './placement-run.store';
import type { PlacementRooms } from './rooms';

const byId = z.object({ id: z.uuid() });
const byRun = z.object({ id: z.uuid(), run: z.uuid() });
const tag = 'Placement';
const staff = '/b/api/configuration/representations/{id}';
const runs = `${staff}/automatic-placement`;
export const place = { right: 'ticketing.placement.update' };

/** The limit of a cart has its own error; this only bounds the input. */
const MAX_PEOPLE = 500;
const bestSeats = z
  .strictObject({
    count: z.int().min(1).max(MAX_PEOPLE),
    categoryId: z.uuid().optional(),
    formulaId: z.uuid().optional(),
    /** How many of the people need a wheelchair place. */
    wheelchairs: z.int().min(0).max(20).default(0),
    /** Spread over neighbouring rows, if no row has room for all. */
    split: z.boolean().default(false),
  })
  .refine(({ count, wheelchairs }) => wheelchairs <= count, {
    path: ['wheelchairs'],
    message: 'validation.choice',
  });

const peopleOf = (places: readonly { count: number }[]): number => sum(places.map(({ count }) => count));
const places = z
  .strictObject({
    places: z
      .array(z.strictObject({ formulaId: z.uuid(), count: z.int().min(1).max(MAX_PEOPLE) }))
      .min(1)
      .max(50)
      .refine((list) => new Set(list.map(({ formulaId }) => formulaId)).size === list.length, {
        message: 'validation.choice',
      })
      .refine((list) => peopleOf(list) <= MAX_PEOPLE, { message: 'validation.choice' }),
    wheelchairs: z.int().min(0).max(20).default(0),
  })
  .refine((body) => body.wheelchairs <= peopleOf(body.places), {
    path: ['wheelchairs'],
    message: 'validation.choice',
  });

const held = z.object({
  cart: z.object({
    id: z.uuid(),
    /** Only in the first response. */
    token: z.string().optional(),
    expiresAt: z.iso.datetime().nullable(),
    secondsLeft: z.int(),
    extendable: z.boolean(),
  }),
  seats: z.array(
    z.object({
      id: z.uuid(),
      row: z.string(),
      number: z.string(),
      categoryName: z.string(),
      formulaId: z.uuid(),
      formulaName: z.string(),
      priceMinor: z.int(),
    }),
  ),
  totalMinor: z.int(),
});
const proposal = z.object({
  seats: z.array(z.uuid()),
  wheelchairSeats: z.array(z.uuid()),
  driverSeats: z.array(z.uuid()),
  keptSeats: z.array(z.uuid()),
  tables: z.array(z.string()),
  parts: z.int(),
  categoryId: z.uuid(),
  isUpgrade: z.boolean(),
  cost: z.number(),
});
const ofReservation = { reservationId: z.uuid(), code: z.string(), customerName: z.string() };
export const run = z.object({
  id: z.uuid(),
  performanceId: z.uuid(),
  state: z.enum(['PROPOSED', 'APPLIED', 'UNDONE']),
  scope: z.enum(RUN_SCOPES),
  moves: z.array(
    z.object({
      ...ofReservation,
      isUpgrade: z.boolean(),
      moves: z.array(z.object({ itemId: z.uuid(), from: z.uuid(), to: z.uuid(), wasSold: z.boolean() })),
    }),
  ),
  unplaced: z.array(z.object({ ...ofReservation, places: z.int(), reason: z.string() })),
  createdAt: z.iso.datetime(),
  appliedAt: z.iso.datetime().nullable(),
  undoneAt: z.iso.datetime().nullable(),
});

interface BuyersRequest {
  actor: Actor;
  performanceId: string;
  credential: string | null;
  headers: Readonly<Record<string, string | undefined>>;
}

/** Seats that the system chooses and holds for a buyer, who may have to wait for admission. */
const holdsOf =
  (tenants: TenantDirectory, waiting: WaitingRooms, rooms: PlacementRooms) =>
  async (
    { actor, performanceId, credential: token, headers }: BuyersRequest,
    ctx: ServiceContext,
    choose: (attempt: HoldAttempt<Hold>) => Promise<Hold>,
  ) => {
    const entry = await waiting.admit(
      { performanceId, actor, cartToken: token, waitingToken: headers[WAITING_TOKEN] },
      ctx,
    );
    const hold = async (tx: Tx, seats: string[], formulaBySeat: FormulaBySeat): Promise<Hold> => {
      const held = await holdSeats(tx, {
        ...{ performanceId, seats, formulaBySeat, token },
        network: networkOf(headers),
        limits: waiting.holdLimits(entry, settings(ctx, ticketingShape).HOLD_LIMITS),
      });
      await waiting.bind(tx, entry, held.newToken ?? token ?? '');
      return held;
    };
    const held = await waiting.pressure.during(() => choose({ ctx, actor, rooms, token, hold }));
    const { newToken } = held;
    if (newToken && actor.tenantId) tenants.rememberCart(newToken, actor.tenantId);
    return reply(heldSeatsOf(held), {
      status: 201,
      headers: waiting.passFor(entry, newToken ?? token ?? ''),
    });
  };

export const placementRoutes = (tenants: TenantDirectory, waiting: WaitingRooms, rooms: PlacementRooms) => {
  const heldByBuyer = holdsOf(tenants, waiting, rooms);
  return [
    route.post(
      '/app-api/configuration/representations/{id}/best-seats',
      {
        summary: 'Give the cart the best seats for so many people, instead of those that it has',
        tag,
        access: 'public',
        params: byId,
        body: bestSeats,
        response: held,
        status: 201,
        tenant: tenantOfId(tenants),
        credential: CART_TOKEN,
      },
      ({ actor, params, body, ...request }, ctx) =>
        heldByBuyer({ actor, performanceId: params.id, ...request }, ctx, (attempt) =>
          holdBestSeats(attempt, { performanceId: params.id, ...body }),
        ),
    ),
    route.post(
      '/app-api/configuration/representations/{id}/places',
      {
        summary:
          'Give the cart so many places of each formula, instead of those that it has; the system seats them',
        tag,
        access: 'public',
        params: byId,
        body: places,
        response: held,
        status: 201,
        tenant: tenantOfId(tenants),
        credential: CART_TOKEN,
      },
      ({ actor, params, body, ...request }, ctx) =>
        heldByBuyer({ actor, performanceId: params.id, ...request }, ctx, (attempt) =>
          holdPlaces(attempt, { performanceId: params.id, ...body }),
        ),
    ),
    route.post(
      `${staff}/best-seats`,
      {
        summary: 'Propose the best seats for so many people; none are held',
        tag,
        access: { right: 'ticketing.performance.read' },
        params: byId,
        body: bestSeats,
        response: proposal,
        credential: CART_TOKEN,
      },
      ({ actor, params, body, credential }, ctx) =>
        ctx.db.inTenant(actor, (tx) =>
          proposeBestSeats(tx, rooms, { performanceId: params.id, ...body }, { token: credential }),
        ),
    ),
    route.post(
      runs,
      {
        summary:
          'Propose places for all reservations of a performance without seats, or for all that are not locked; `includePrinted` moves those whose tickets show their seats, too',
        tag,
        access: place,
        params: byId,
        body: z.strictObject({
          scope: z.enum(SCOPES).default('WITHOUT_SEATS'),
          includePrinted: z.boolean().default(false),
        }),
        response: run,
        status: 201,
      },
      ({ actor, params, body }, ctx) => proposePlacement(ctx, actor, rooms, params.id, body),
    ),
    route.get(
      `${runs}/{run}`,
      {
        summary: 'One placement: who moves where, and who has no place',
        tag,
        access: place,
        params: byRun,
        response: run,
      },
      ({ actor, params }, ctx) => ctx.db.inTenant(actor, (tx) => readRun(tx, params.id, params.run)),
    ),
    route.post(
      `${runs}/{run}/apply`,
      {
        summary: 'Apply a proposed placement, if nothing that it moves has changed since',
        tag,
        access: place,
        params: byRun,
        response: run,
        idempotent: true,
      },
      ({ actor, params }, ctx) => ctx.db.inTenant(actor, (tx) => applyPlacement(tx, params.id, params.run)),
    ),
    route.post(
      `${runs}/{run}/undo`,
      {
        summary: 'Give everybody the seats from before an applied placement, if they are still free',
        tag,
        access: place,
        params: byRun,
        response: run,
        idempotent: true,
      },
      ({ actor, params }, ctx) => ctx.db.inTenant(actor, (tx) => undoPlacement(tx, params.id, params.run)),
    ),
    route.post(
      `${staff}/table-number-lock`,
      {
        summary: 'Lock or unlock the table numbers of seats: automatic placements leave locked ones alone',
        tag,
        access: place,
        params: byId,
        body: z.strictObject({ seats: z.array(z.uuid()).min(1).max(20_000), locked: z.boolean() }),
        response: z.object({ changed: z.int() }),
      },
      ({ actor, params, body }, ctx) =>
        ctx.db.inTenant(actor, (tx) => lockTableNumbers(tx, params.id, body.seats, body.locked)),
    ),
  ];
};

import { Problem, route, settings, type Actor, type ServiceContext, type Tx } from '@coulisse/service-kit';
import { buyerName } from '@coulisse/service-kit/http';
import { z } from 'zod';
import { ticketingShape } from '../../config';
import { LARGEST_PARTY } from '../../resources/waiting-entry.resource';
import { tenantOfId, type TenantDirectory } from '../catalogue/tenant-directory';
import { publicFormulas } from '../catalogue/sale-terms.read-model';
import { orNotFound } from '../or-not-found';
import type { PlacementRooms } from '../placement/rooms';
import { changeWish, leaveList, openOffer, rejoinList } from './change-entry.command';
import { listCounts, readEntry } from './entry.read-model';
import { joinWaitingList, type ListParts } from './join-waiting-list.command';
import { WAITING_KEY, type WaitingLinks } from './waiting-links';
import { largestParty, listTerms } from './waiting-list.store';

const byId = z.object({ id: z.uuid() });
const list = '/app-api/configuration/representations/{id}/waiting-list';
const entry = '/app-api/prestiscene/waiting-list/entry';
const tag = 'Waiting list';

const wish = {
  partySize: z.int().min(1).max(LARGEST_PARTY),
  categoryId: z.uuid().nullable().default(null),
  isTogether: z.boolean().default(true),
};

interface WaitingListParts {
  tenants: TenantDirectory;
  rooms: PlacementRooms;
  links: WaitingLinks;
}

interface LinkRequest {
  actor: Actor;
  credential: string | null;
}

/** Joining the waiting list of a performance, and the page of an entry by its signed link. */
export const waitingListRoutes = ({ tenants, rooms, links }: WaitingListParts) => {
  const partsOf = (ctx: ServiceContext): ListParts => ({
    ctx,
    rooms,
    limits: settings(ctx, ticketingShape).HOLD_LIMITS,
  });
  const byLink = {
    tag,
    access: 'public' as const,
    credential: WAITING_KEY,
    tenant: ({ credential: waitingKey }: { credential: string | null }) =>
      Promise.resolve(links.open(waitingKey).tenantId),
  };
  const inEntry = <R>(
    { actor, credential: waitingKey }: LinkRequest,
    ctx: ServiceContext,
    work: (tx: Tx, entryId: string) => Promise<R>,
  ): Promise<R> => ctx.db.inTenant(actor, (tx) => work(tx, links.open(waitingKey).entryId));

  return [
    route.get(
      list,
      {
        summary: 'Whether one may join the waiting list, and what one may ask for',
        tag,
        access: 'public',
        params: byId,
        response: z.object({
          isOpen: z.boolean(),
          largestParty: z.int(),
          consecutivePlace: z.boolean(),
          categories: z.array(z.object({ id: z.uuid(), name: z.string() })),
        }),
        tenant: tenantOfId(tenants),
      },
      ({ actor, params }, ctx) =>
        ctx.db.inTenant(actor, async (tx) => {
          const terms = orNotFound(await listTerms(tx, params.id));
          const formulas = await publicFormulas(tx, params.id);
          return {
            isOpen: terms.isOpen,
            largestParty: Math.min(LARGEST_PARTY, largestParty(terms, partsOf(ctx).limits)),
            consecutivePlace: terms.consecutivePlace,
            categories: [
              ...new Map(
                formulas.map(({ categoryId: id, categoryName: name }) => [id, { id, name }]),
              ).values(),
            ],
          };
        }),
    ),
    route.post(
      list,
      {
        summary: 'Join the waiting list of a performance, or change what one waits for',
        tag,
        access: 'public',
        params: byId,
        body: z.strictObject({
          ...wish,
          email: z.string().trim().toLowerCase().max(254).pipe(z.email()),
          firstName: buyerName(),
          lastName: buyerName(),
          language: z.enum(['fr', 'en']).default('fr'),
          consent: z.boolean().default(false),
        }),
        status: 202,
        tenant: tenantOfId(tenants),
      },
      async ({ actor, params, body }, ctx) => {
        const { consent, ...request } = body;
        if (!consent)
          throw new Problem('waiting-list.consent-missing', {
            errors: [{ pointer: '/consent', code: 'waiting-list.consent-missing' }],
          });
        await ctx.db.inTenant(actor, (tx) =>
          joinWaitingList(tx, partsOf(ctx), { ...request, performanceId: params.id }),
        );
        return {};
      },
    ),
    route.get(entry, { ...byLink, summary: 'The entry of a signed link' }, (request, ctx) =>
      inEntry(request, ctx, (tx, entryId) => readEntry(tx, entryId, request.language)),
    ),
    route.post(
      `${entry}/change`,
      {
        ...byLink,
        summary: 'Change what the party of a signed link waits for; it keeps its place',
        body: z.strictObject(wish),
        status: 204,
      },
      (request, ctx) =>
        inEntry(request, ctx, (tx, entryId) => changeWish(tx, partsOf(ctx), entryId, request.body)),
    ),
    route.post(
      `${entry}/leave`,
      { ...byLink, summary: 'Leave the waiting list, or refuse the offer of a signed link', status: 204 },
      (request, ctx) => inEntry(request, ctx, (tx, entryId) => leaveList(tx, partsOf(ctx), entryId)),
    ),
    route.post(
      `${entry}/rejoin`,
      { ...byLink, summary: 'Join again at the end of the line', status: 204 },
      (request, ctx) => inEntry(request, ctx, (tx, entryId) => rejoinList(tx, partsOf(ctx), entryId)),
    ),
    route.post(
      `${entry}/open`,
      {
        ...byLink,
        summary: 'The cart with the offered seats',
        response: z.object({
          cart: z.object({
            id: z.uuid(),
            token: z.string(),
            expiresAt: z.iso.datetime(),
            secondsLeft: z.int(),
          }),
        }),
      },
      async (request, ctx) => {
        const cart = await inEntry(request, ctx, (tx, entryId) => openOffer(tx, links, entryId));
        tenants.rememberCart(cart.token, links.open(request.credential).tenantId);
        return { cart };
      },
    ),
    route.get(
      '/b/api/configuration/representations/{id}/waiting-list',
      {
        summary: 'How many parties wait for seats of a performance',
        tag,
        access: { right: 'ticketing.waiting-entry.read' },
        params: byId,
        response: z.object({
          waiting: z.int(),
          people: z.int(),
          offered: z.int(),
          bought: z.int(),
          ended: z.int(),
        }),
      },
      async ({ actor, params }, ctx) =>
        orNotFound(await ctx.db.inTenant(actor, (tx) => listCounts(tx, params.id))),
    ),
  ];
};

import { resourcesOf } from '@coulisse/resource-server';
import { plainDay, plainLine, Problem, route } from '@coulisse/service-kit';
import { z } from 'zod';
import type { TicketKeys } from '../ticket-codes/ticket-keys';
import { admit, undoAdmission } from './admit.command';
import { doorList } from './door.read-model';
import { markArrived } from './mark-arrived.command';
import { eveningOf } from './reception.domain';
import { receptionList, receptionOf } from './reception.read-model';
import { receptionColumns, saveReceptionColumns } from './reception-configuration.store';

const base = '/b/api/prestiscene/reception/representations';
const ofPerformance = z.object({ id: z.uuid() });
const ofReservation = z.object({ id: z.uuid(), reservation: z.uuid() });
const tag = 'Reception';
const read = { right: 'ticketing.reception.read' };
const write = { right: 'ticketing.reception.update' };

export const receptionRoutes = [
  route.get(
    base,
    {
      summary: 'Performances of a day, or all from this evening on',
      tag,
      access: read,
      query: z.strictObject({ date: plainDay().optional() }),
    },
    async ({ actor, query }, ctx) => ({
      items: await ctx.db.inTenant(actor, (tx) =>
        receptionOf(tx, query.date ? { day: query.date } : { from: eveningOf(new Date(), tx.zone) }),
      ),
    }),
  ),
  route.get(
    `${base}/{id}/reservations`,
    {
      summary: 'The door list of a performance',
      tag,
      access: read,
      params: ofPerformance,
      query: z.strictObject({
        q: plainLine(120).default(''),
        display: z.enum(['ALL', 'ARRIVED', 'NOT_ARRIVED']).default('ALL'),
        sort: z.enum(['NAME', 'RESERVATION', 'TABLE']).default('NAME'),
      }),
    },
    ({ actor, params, query }, ctx) =>
      ctx.db.inTenant(actor, async (tx) => {
        const { rowCount } = await tx.sql.query(
          'SELECT 1 FROM performance WHERE tenant_id = $1 AND id = $2',
          [tx.tenantId, params.id],
        );
        if (rowCount === 0) throw new Problem('http.404');
        return receptionList(tx, params.id, query);
      }),
  ),
  route.post(
    `${base}/{id}/reservations/{reservation}/arrived`,
    { summary: 'The whole party is there', tag, access: write, params: ofReservation },
    ({ actor, params }, ctx) =>
      ctx.db.inTenant(actor, (tx) => markArrived(tx, resourcesOf(ctx), params.id, params.reservation, 'all')),
  ),
  route.post(
    `${base}/{id}/reservations/{reservation}/arrived-count`,
    {
      summary: 'So many people of the party are there',
      tag,
      access: write,
      params: ofReservation,
      body: z.strictObject({ arrivedCount: z.int().min(0) }),
    },
    ({ actor, params, body }, ctx) =>
      ctx.db.inTenant(actor, (tx) =>
        markArrived(tx, resourcesOf(ctx), params.id, params.reservation, body.arrivedCount),
      ),
  ),
];

/** Columns of the list that a person may hide. */
const columns = z.strictObject({
  reservation: z.boolean(),
  seats: z.boolean(),
  table: z.boolean(),
  telephone: z.boolean(),
  // Installed receptions of an earlier version do not send it.
  options: z.boolean().default(true),
});
const ofScan = ofPerformance.extend({ scan: z.uuid() });
const door = { device: z.uuid(), deviceName: plainLine(60).default('') };
/** Longer than any code of a ticket: what a scanner read may be something else. */
const code = plainLine(300);
const entry = z.union([
  z.strictObject({ id: z.uuid(), at: z.iso.datetime(), code }),
  z.strictObject({
    id: z.uuid(),
    at: z.iso.datetime(),
    reservation: z.uuid(),
    people: z.int().min(-500).max(500),
  }),
]);

/** Routes of the doors: scans, what they need off line, and how a person shows the list. */
export const admissionRoutes = (keys: TicketKeys) => [
  route.get(
    `${base}/{id}/door`,
    {
      summary: 'What a door needs to check tickets off line: parties, tickets, public keys of their codes',
      tag,
      access: read,
      params: ofPerformance,
    },
    ({ actor, params }, ctx) => ctx.db.inTenant(actor, (tx) => doorList(tx, keys, params.id)),
  ),
  route.post(
    `${base}/{id}/scans`,
    {
      summary: 'Lets somebody in with a ticket, once',
      tag,
      access: write,
      params: ofPerformance,
      body: z.strictObject({ ...door, id: z.uuid(), code }),
    },
    ({ actor, params, body: { device, deviceName, ...scan } }, ctx) =>
      ctx.db.inTenant(actor, async (tx) => {
        const parts = { resources: resourcesOf(ctx), keys };
        const [answer] = await admit(tx, parts, params.id, { device, deviceName, wasOffline: false }, [scan]);
        if (!answer) throw new Problem('http.404');
        return answer;
      }),
  ),
  route.post(
    `${base}/{id}/scans/batch`,
    {
      summary: 'Scans and arrivals of a door in the order of their times, also of an outage',
      tag,
      access: write,
      params: ofPerformance,
      body: z.strictObject({ ...door, offline: z.boolean(), entries: z.array(entry).min(1).max(200) }),
    },
    ({ actor, params, body: { device, deviceName, offline, entries } }, ctx) =>
      ctx.db.inTenant(actor, async (tx) => {
        const parts = { resources: resourcesOf(ctx), keys };
        return {
          items: await admit(tx, parts, params.id, { device, deviceName, wasOffline: offline }, entries),
        };
      }),
  ),
  route.post(
    `${base}/{id}/scans/{scan}/undo`,
    {
      summary: 'Takes an entry back: its device for ten seconds, who may correct entries at any time',
      tag,
      access: write,
      params: ofScan,
      body: z.strictObject({ device: z.uuid() }),
    },
    async ({ actor, params, body }, ctx) => {
      const undone = { performanceId: params.id, id: params.scan, device: body.device };
      await ctx.db.inTenant(actor, (tx) => undoAdmission(tx, resourcesOf(ctx), undone));
      return { id: params.scan };
    },
  ),
  route.get(
    '/b/api/prestiscene/reception/configuration',
    { summary: 'Columns of the reception list that the caller shows', tag, access: read },
    ({ actor }, ctx) => ctx.db.inTenant(actor, receptionColumns),
  ),
  route.post(
    '/b/api/prestiscene/reception/save-configuration',
    {
      summary: 'Saves which columns of the reception list the caller shows',
      tag,
      access: read,
      body: z.strictObject({ columns }),
    },
    ({ actor, body }, ctx) => ctx.db.inTenant(actor, (tx) => saveReceptionColumns(tx, body.columns)),
  ),
];

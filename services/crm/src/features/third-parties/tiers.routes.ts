import { reply, route } from '@coulisse/service-kit';
import { bodyOf, type Pipeline, recordSchema, replyRecord } from '@coulisse/resource-server';
import { z } from 'zod';
import { tiers } from '../../resources';
import { informationsOf } from './informations.read-model';
import { requireTiers } from './require-tiers';

const tag = tiers.name;
const read = { right: 'crm.tiers.read' };
const params = z.object({ id: z.uuid() });
const base = `/b/api/${tiers.path}`;

/** Response of a list that has a single page. */
const onePage = (items: readonly unknown[]) => ({
  items,
  page: {
    size: Math.max(items.length, 1),
    number: 1,
    next: null,
    previous: null,
    total: items.length,
    exact: true,
  },
  sums: {},
});

/** Routes with the names of the specification. */
export const tiersRoutes = (pipeline: Pipeline) => [
  route.post(
    `${base}/add`,
    {
      summary: 'Create a third party',
      tag,
      access: { right: 'crm.tiers.create' },
      body: z.looseObject({}),
      response: () => recordSchema(tiers),
      status: 201,
      idempotent: true,
      openapi: () => bodyOf(tiers, 'create'),
    },
    async ({ actor, language, body }) => {
      const made = await pipeline.create({ resource: tiers, actor, language }, body);
      const { options } = replyRecord(made);
      return reply(made, { status: 201, headers: { ...options.headers, Location: `${base}/${made.id}` } });
    },
  ),
  route.get(
    `${base}/{id}/addresses`,
    { summary: 'Addresses of a third party, in their order', tag, access: read, params },
    async ({ actor, language, params: { id } }) => {
      const record = await pipeline.read({ resource: tiers, actor, language }, id);
      return onePage(record.addresses as unknown[]);
    },
  ),
  route.get(
    `${base}/{id}/projects`,
    { summary: 'Projects of a third party', tag, access: read, params },
    // Projects belong to a service that does not exist yet, so the list is empty.
    async ({ actor, params: { id } }, { db }) =>
      db.inTenant(actor, async (tx) => {
        await requireTiers(tx, id);
        return onePage([]);
      }),
  ),
  route.get(
    `${base}/{id}/informations`,
    {
      summary: 'A third party with what is known of it: turnover, contacts, notes',
      tag,
      access: read,
      params,
    },
    async ({ actor, language, params: { id } }, ctx) => {
      const informations = await ctx.db.inTenant(actor, (tx) => informationsOf(tx, id));
      // Read last, so that the record is never older than the informations.
      const record = await pipeline.read({ resource: tiers, actor, language }, id);
      return reply({ ...record, informations }, { headers: { ETag: `"${record.version}"` } });
    },
  ),
];

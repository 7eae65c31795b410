import { reply, route } from '@coulisse/service-kit';
import { bodyOf, recordSchema } from '@coulisse/service-kit/kernel/openapi';
import { replyRecord } from '@coulisse/service-kit/kernel/routes/doors';
import { z } from 'zod';
import { Records } from '../../records';
import { tiers } from '../../resources';
import { informationsOf } from './informations.read-model';
import { mustBeKnown } from './known.read-model';

const tag = tiers.name;
const read = { right: 'crm.tiers.read' };
const params = z.object({ id: z.uuid() });
const base = `/b/api/${tiers.path}`;

/** The shape of every list, for what has one page. */
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

/** Calls under the names that the specification gives them. */
export const tiersRoutes = [
  route.post(
    `${base}/add`,
    {
      summary: 'Create a third party',
      tag,
      access: { right: 'crm.tiers.create' },
      body: z.looseObject({}),
      response: recordSchema(tiers),
      status: 201,
      idempotent: true,
      openapi: bodyOf(tiers, 'create'),
    },
    async ({ actor, language, body }, ctx) => {
      const made = await ctx.get(Records).pipeline.create({ resource: tiers, actor, language }, body);
      const { options } = replyRecord(made);
      return reply(made, { status: 201, headers: { ...options.headers, Location: `${base}/${made.id}` } });
    },
  ),
  route.get(
    `${base}/{id}/addresses`,
    { summary: 'Addresses of a third party, in their order', tag, access: read, params },
    async ({ actor, language, params: { id } }, ctx) => {
      const record = await ctx.get(Records).pipeline.read({ resource: tiers, actor, language }, id);
      return onePage(record.addresses as unknown[]);
    },
  ),
  route.get(
    `${base}/{id}/projects`,
    { summary: 'Projects of a third party', tag, access: read, params },
    // Projects have a service of their own, which has not come yet: until then nobody has one.
    async ({ actor, params: { id } }, { db }) =>
      db.inTenant(actor, async (tx) => {
        await mustBeKnown(tx, id);
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
      // Read last, so that the record is never older than what is said about it.
      const record = await ctx.get(Records).pipeline.read({ resource: tiers, actor, language }, id);
      return reply({ ...record, informations }, { headers: { ETag: `"${record.version}"` } });
    },
  ),
];

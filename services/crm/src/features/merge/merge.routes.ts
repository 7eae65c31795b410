import { reply, route, type Request, type ServiceContext } from '@coulisse/service-kit';
import { recordSchema } from '@coulisse/service-kit/kernel/openapi';
import { expectedVersion } from '@coulisse/service-kit/kernel/routes/doors';
import { z } from 'zod';
import { Records } from '../../records';
import { tiers } from '../../resources';
import { mergeTiers, type Merged } from './merge-tiers.command';

const params = z.object({ id: z.uuid() });
const body = z.strictObject({
  other: z.uuid(),
  otherVersion: z.int().nullish(),
  /** Of fields whose value is to be the one or the other; the rest keeps its own, or takes what it lacks. */
  keep: z.record(z.string(), z.enum(['this', 'other'])).default({}),
});
const response = z.object({
  tiers: recordSchema(tiers),
  moved: z.object({
    addresses: z.int(),
    contacts: z.int(),
    notes: z.int(),
    attachments: z.int(),
    sales: z.int(),
  }),
});
const common = { tag: tiers.name, access: { right: 'crm.tiers.merge' }, params, body, response };

type MergeRequest = Request<z.output<typeof params>, Record<string, never>, z.output<typeof body>>;

/** Undoes a merge that was only to be looked at. */
class Undone extends Error {
  constructor(readonly merged: Merged) {
    super('a preview is undone');
  }
}

function merged(
  request: MergeRequest,
  ctx: ServiceContext,
  done: (result: Merged) => Merged,
): Promise<Merged> {
  const { actor, language, params: who, body: given, headers } = request;
  const pipeline = ctx.get(Records).pipeline;
  const version = expectedVersion(headers['if-match']);
  return ctx.db.inTenant(actor, async (tx) =>
    done(await mergeTiers(pipeline, tx, { resource: tiers, actor, language }, { ...who, ...given, version })),
  );
}

export const mergeRoutes = [
  route.post(
    '/b/api/crm/tiers/{id}/merge',
    { ...common, summary: 'Take another third party in, and put it away', idempotent: true },
    async (request, ctx) => {
      const result = await merged(request, ctx, (one) => one);
      return reply(result, { headers: { ETag: `"${result.tiers.version}"` } });
    },
  ),
  route.post(
    '/b/api/crm/tiers/{id}/merge-preview',
    { ...common, summary: 'What a merge would make of both, without doing it' },
    async (request, ctx) =>
      merged(request, ctx, (result) => {
        throw new Undone(result);
      }).catch((error: unknown) => {
        if (error instanceof Undone) return reply(error.merged);
        throw error;
      }),
  ),
];

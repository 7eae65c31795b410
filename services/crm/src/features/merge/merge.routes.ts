import { reply, route, type Request, type ServiceContext } from '@coulisse/service-kit';
import { expectedVersion } from '@coulisse/service-kit/http';
import { type Pipeline, recordSchema } from '@coulisse/resource-server';
import { z } from 'zod';
import { tiers } from '../../resources';
import { mergeTiers, type Merged } from './merge-tiers.command';

const params = z.object({ id: z.uuid() });
const body = z.strictObject({
  other: z.uuid(),
  otherVersion: z.int().nullish(),
  /** Selected side by field; the other fields keep their own value, or take the other one's where empty. */
  choices: z.record(z.string(), z.enum(['this', 'other'])).default({}),
});
const response = () =>
  z.object({
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

/** Thrown to roll back the merge of a preview. */
class Undone extends Error {
  constructor(readonly merged: Merged) {
    super('a preview is undone');
  }
}

function merged(
  pipeline: Pipeline,
  request: MergeRequest,
  ctx: ServiceContext,
  done: (result: Merged) => Merged,
): Promise<Merged> {
  const { actor, language, params: pathParams, body: payload, headers } = request;
  const version = expectedVersion(headers['if-match']);
  return ctx.db.inTenant(actor, async (tx) =>
    done(
      await mergeTiers(
        pipeline,
        tx,
        { resource: tiers, actor, language },
        { ...pathParams, ...payload, version },
      ),
    ),
  );
}

export const mergeRoutes = (pipeline: Pipeline) => [
  route.post(
    '/b/api/crm/tiers/{id}/merge',
    { ...common, summary: 'Take another third party in, and put it away', idempotent: true },
    async (request, ctx) => {
      const result = await merged(pipeline, request, ctx, (outcome) => outcome);
      return reply(result, { headers: { ETag: `"${result.tiers.version}"` } });
    },
  ),
  route.post(
    '/b/api/crm/tiers/{id}/merge-preview',
    { ...common, summary: 'What a merge would make of both, without doing it' },
    async (request, ctx) =>
      merged(pipeline, request, ctx, (result) => {
        throw new Undone(result);
      }).catch((error: unknown) => {
        if (error instanceof Undone) return reply(error.merged);
        throw error;
      }),
  ),
];
